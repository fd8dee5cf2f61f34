/** Short sounds made by the browser itself: no files to load. */
import type { Sound } from './settings.svelte'

/** Pitches in hertz, one after the other, and how long each rings. */
const NOTES: Readonly<Record<Exclude<Sound, 'none'>, { pitches: number[]; seconds: number }>> = {
  bell: { pitches: [880], seconds: 0.9 },
  drum: { pitches: [110, 110], seconds: 0.22 },
  chime: { pitches: [523, 784], seconds: 0.35 },
}
const LOUD = 0.18

/** A hidden page is silent. */
export function ring(sound: Sound): void {
  if (sound === 'none' || document.hidden || typeof AudioContext === 'undefined') return
  const { pitches, seconds } = NOTES[sound]
  const audio = new AudioContext()
  pitches.forEach((pitch, i) => {
    const start = audio.currentTime + i * seconds * 0.7
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(LOUD, start)
    volume.gain.exponentialRampToValueAtTime(0.001, start + seconds)
    tone.connect(volume).connect(audio.destination)
    tone.start(start)
    tone.stop(start + seconds)
  })
  setTimeout(() => void audio.close(), seconds * pitches.length * 1000 + 300)
}
