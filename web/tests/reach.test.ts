import { describe, expect, it } from 'vitest'
import { openTo, reach } from '../src/lib/reach'

describe('from where an address can be reached', () => {
  it.each(['localhost', '127.0.0.1', '127.8.0.1', '::1', '[::1]', 'campagna.localhost'])(
    '%s: from this computer only',
    (host) => expect(reach(host)).toBe('here'),
  )
  it.each(['192.168.1.40', '10.0.0.2', '172.20.0.1', 'desk', 'desk.local', '[fe80::1]', 'fd00::2'])(
    '%s: from the same network',
    (host) => expect(reach(host)).toBe('network'),
  )
  it.each(['172.32.0.1', '203.0.113.9', 'play.example.org', '127.example.org'])(
    '%s: from anywhere',
    (host) => expect(reach(host)).toBe('anywhere'),
  )
  it('hands on the address of the network where ours is of this computer', () => {
    const network = 'http://192.168.1.40:8000'
    expect(openTo('http://127.0.0.1:8000', network)).toBe(network)
    expect(openTo('http://127.0.0.1:8000', '')).toBe('http://127.0.0.1:8000')
    expect(openTo('https://play.example.org', network)).toBe('https://play.example.org')
  })
})
