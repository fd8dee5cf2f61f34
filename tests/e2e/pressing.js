/* Presses what the panel offers, in the page itself: thousands of presses would be slow from outside.
   After each press there must be a button that can give the order, or words that say why not. The answer
   lists what was pressed, by kind, and what went wrong. Nothing is ordered. */
async ([most, leavesSomething]) => {
  const PATIENCE = 15000
  const pressed = {}
  const wrong = []
  const sleep = (ms) => new Promise((go) => setTimeout(go, ms))
  const all = (selector, inside = document.querySelector('#orders')) =>
    inside ? [...inside.querySelectorAll(selector)] : []
  const seen = (found) => found.filter((e) => e.checkVisibility())

  async function until(ready) {
    for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(8)) {
      const found = ready()
      if (found) return found
    }
    return null
  }
  /* The first few, the last few and some between them. */
  function some(list) {
    if (list.length <= most) return list
    return Array.from({ length: most }, (_, i) => list[Math.round((i * (list.length - 1)) / (most - 1))])
  }
  const ready = (button) => button && button.checkVisibility() && !button.disabled
  const returns = () => seen(all('.foot .button')).filter((b) => b.querySelector('kbd')?.textContent === '⏎')
  /* A button that gives the drafted order, or a refusal in words. */
  const answered = () =>
    returns().some(ready) ||
    seen(all('.panel .alert, .prompt.refusal, .panel .card .small b, .panel .card .small [role=alert]'))
      .some((e) => e.textContent.trim())
  async function press(kind, what, button, after = answered) {
    pressed[kind] = (pressed[kind] ?? 0) + 1
    button.click()
    await sleep(0)
    if (!(await until(after))) wrong.push(`${kind}: ${what.replace(/\s+/g, ' ').trim().slice(0, 90)}`)
  }
  const escape = async () => {
    for (let i = 0; i < 2; i++) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await sleep(0)
  }

  /* What a line says to who looks at it; pictures and words for screen readers are left out. */
  function words(line) {
    const copy = line.cloneNode(true)
    for (const e of copy.querySelectorAll('svg, .screen-reader, .rule')) e.remove()
    return copy.textContent.replace(/\s+/g, ' ').trim()
  }
  /* Lines of one list can be told apart by their words: counters are small, and the same for sister units. */
  function differ(kind, listed) {
    const told = new Map()
    for (const line of listed) {
      const said = words(line)
      if (!/\p{L}|\d/u.test(said)) wrong.push(`${kind}: a line without words`)
      else if (told.has(said)) wrong.push(`${kind}: two lines say '${said}'`)
      told.set(said, line)
    }
  }

  async function lines(section, kind) {
    const count = all('[data-choice]', section()).length
    differ(kind, all('[data-choice]', section()))
    for (const i of some([...Array(count).keys()])) {
      const line = all('[data-choice]', section())[i]
      if (line?.getAttribute('aria-pressed') === 'true' && count === 1) {
        /* The only order that a leader leaves is taken already. */
        pressed[kind] = (pressed[kind] ?? 0) + 1
        const given = await until(() => section()?.querySelector('[data-confirm]') && answered())
        if (!given) wrong.push(`${kind}: the only order cannot be given`)
        continue
      }
      if (!line || line.getAttribute('aria-pressed') === 'true') continue
      await press(kind, line.textContent, line, () => {
        const card = section()?.querySelector('[data-confirm]')
        return card && (returns().some(ready) || seen(all('.alert', card)).length)
      })
    }
  }

  /* Whole orders in lists; a long list asks first whom they are about. */
  async function groups() {
    const kinds = all('.choices[data-group]').map((s) => s.dataset.group)
    for (const [n, kind] of kinds.entries()) {
      const section = () => all('.choices[data-group]')[n]
      if (all('[data-card]', section()).length) continue
      section().querySelector('details').open = true
      await sleep(0)
      const chosen = section().querySelector('[data-choice][aria-pressed=true]')
      if (chosen) {
        /* The only order there is: it is taken already. */
        const given = await until(() => section()?.querySelector('[data-confirm]') && returns().some(ready))
        pressed[kind] = (pressed[kind] ?? 0) + 1
        if (!given) wrong.push(`${kind}: the only order cannot be given`)
        continue
      }
      const leaders = all('.pick', section()).length
      if (!leaders) await lines(section, kind)
      for (const i of some([...Array(leaders).keys()]).slice(-2)) {
        const leader = all('.pick', section())[i]
        leader.click()
        if (await until(() => all('[data-choice]', section()).length)) await lines(section, kind)
        else wrong.push(`${kind}: nothing listed for ${leader.textContent}`)
        await escape()
      }
      await escape()
    }
  }

  /* Some of these units, for one order. */
  async function crews() {
    const sections = () => all('[data-pick]')
    const give = () => seen(all('[data-act=pick]')).some(ready)
    for (let n = 0; n < sections().length; n++) {
      const taps = '.pick, [data-tap]'
      for (const i of some([...Array(all(taps, sections()[n]).length).keys()])) {
        const picks = all(taps, sections()[n])
        const pick = picks[i]
        /* Where several are needed, the others are taken too until it is enough. */
        const rest = picks.filter((p) => p !== pick)
        await press('pick', pick.textContent, pick, () => {
          if (!give()) rest.shift()?.click()
          return give()
        })
        for (const p of all(taps, sections()[n])) if (p.ariaPressed === 'true') p.click()
        await sleep(0)
      }
    }
  }

  const KINDS = {
    async move() {
      for (const at of some(all('.offer-list [data-stack]').map((b) => b.dataset.stack))) {
        const stack = all('.offer-list [data-stack]').find((b) => b.dataset.stack === at)
        stack.click()
        await sleep(0)
        for (const to of some(all('.offer-list [data-to]').map((b) => b.dataset.to)).slice(0, 2)) {
          const way = all('.offer-list [data-to]').find((b) => b.dataset.to === to)
          if (way) await press('move', `${at} to ${to}`, way)
        }
        const overruns = () => all('.offer-list button').filter((b) => b.textContent.startsWith('Overrun of'))
        for (const i of some([...Array(overruns().length).keys()]).slice(0, 2))
          if (overruns()[i]) await press('overrun', `${at}, ${i}`, overruns()[i])
        await escape()
      }
    },
    async attack() {
      const targets = () => seen(all('.panel .todo .button')).filter((b) => b.textContent.includes('·'))
      for (const i of some([...Array(targets().length).keys()])) {
        const button = await until(() => targets()[i])
        await press('attack', button.textContent, button)
        await escape()
      }
      const fights = () => all('[data-proposal]')
      for (const i of some([...Array(fights().length).keys()])) {
        await press('proposal', `${i}`, await until(() => fights()[i]))
        await escape()
      }
    },
    async deploy() {
      for (const id of some(all('.panel .pick').map((b) => b.dataset.unit))) {
        const pick = all('.panel .pick').find((b) => b.dataset.unit === id)
        await press('deploy', id, pick, () => seen(all('.panel .card .button')).some(ready))
      }
    },
    async losses() {
      const give = () => seen(all('.foot .button')).find((b) => b.textContent.startsWith('Take the losses'))
      for (let i = 0; i < 40 && !ready(give()); i++) {
        const picks = all('.panel .pick')
        picks[i % picks.length].click()
        await sleep(0)
      }
      pressed.losses = 1
      if (!ready(give())) wrong.push('losses: they cannot be taken')
    },
    async retreat() {
      const ways = () => seen(all('.panel .todo .button'))
      for (const i of some([...Array(ways().length).keys()])) {
        await press('way', ways()[i].textContent, ways()[i], () => returns().some(ready))
      }
    },
    async markers() {
      pressed.markers = 1
      if (!returns().some(ready)) wrong.push('markers: no button')
    },
  }
  KINDS.advance = KINDS.retreat
  /* Bases on a measured table: whom they may fire at, and a place to go to. */
  async function bases() {
    for (const id of some(all('[data-unit-choice]').map((b) => b.dataset.unitChoice))) {
      all('[data-unit-choice]').find((b) => b.dataset.unitChoice === id)?.click()
      await sleep(0)
      for (const foe of some(all('[data-target]').map((b) => b.dataset.target))) {
        const target = all('[data-target]').find((b) => b.dataset.target === foe)
        if (target) await press('fire', `${id} at ${foe}`, target)
      }
      for (const way of all('[data-exit]')) await press('leave', `${id} over ${way.dataset.exit}`, way)
      const canvas = document.querySelector('.canvas')
      if (!document.querySelector('.measure .dim.small, .measure p.small.dim')) continue
      canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
      await sleep(0)
      const card = () => document.querySelector('.measure .card')
      const bends = () => all('.measure [data-bends]').length > 0
      if (!(await until(() => card() || bends()))) wrong.push(`aim: no key moves ${id}`)
      if (card()) await press('aim', id, document.createElement('i'))
      else if (bends()) {
        /* The first key said where along the edge it comes in. */
        canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
        if (await until(card)) await press('enter', id, document.createElement('i'))
        else wrong.push(`enter: no key leads ${id} on`)
      }
      await escape()
    }
  }

  async function cards() {
    for (const card of some(all('[data-card]'))) await press('card', card.textContent, card, () => true)
  }

  /* Who ends a phase in which he could still move, attack or fire is asked once. */
  async function ending() {
    const end = document.querySelector('[data-act=end]')
    if (!leavesSomething || !ready(end)) return
    const facts = () => seen(all('.prompt .facts li')).length
    const moved = () => document.querySelector('main.table')?.dataset.version !== '0'
    end.click()
    await until(() => facts() || moved() || seen(all('[role=alert]')).length)
    if (moved()) wrong.push('the phase ended without a question')
    if (!facts()) return
    pressed['end asks'] = 1
    seen(all('.foot .phase .button')).at(-1).click()
    if (!(await until(() => !facts()))) wrong.push('the question cannot be taken back')
  }

  /* Counters are small: below each stands its name. */
  const named = () => {
    for (const pick of all('.pick').filter((p) => p.querySelector('svg')))
      if (!/\p{L}|\d/u.test(words(pick))) wrong.push(`a counter without its name: ${pick.dataset.unit}`)
  }

  const kind = document.querySelector('main.table').dataset.kind
  const measured = document.querySelector('.stage.measured') !== null
  if (measured) {
    await bases()
    await cards()
  } else await KINDS[kind]?.()
  named()
  await escape()
  await groups()
  if (!measured) await crews()
  await escape()
  await ending()
  return { kind, pressed, wrong }
}
