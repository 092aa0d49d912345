import fc from 'fast-check'
import { expect, test } from 'vitest'

import { RecentlyUsed } from './recently-used.ts'

/** The same, as slow as it is plain: a list, the one used longest ago first. */
class Plain {
  #entries: [key: string, value: number, weight: number][] = []

  get(key: string) {
    const entry = this.#entries.find(([one]) => one === key)
    if (entry) this.#entries = [...this.#entries.filter((one) => one !== entry), entry]
    return entry?.[1]
  }
  set(key: string, value: number, weight: number) {
    this.delete(key)
    this.#entries.push([key, value, weight])
    while (this.weight > MOST) this.#entries.shift()
  }
  delete(key: string) {
    this.#entries = this.#entries.filter(([one]) => one !== key)
  }
  clear() {
    this.#entries = []
  }
  get weight() {
    return this.#entries.reduce((sum, [, , weight]) => sum + weight, 0)
  }
}

const MOST = 10

const keys = 'a b c d e f g h i j k l m n o p'.split(' ')
const key = fc.constantFrom(...keys)
const step = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constant('set'), key, fc.integer({ min: 0, max: 12 })) },
  { weight: 4, arbitrary: fc.tuple(fc.constant('get'), key) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('delete'), key) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('clear')) },
)

test('it holds what a plain list would hold, whatever is done to it', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const tested = new RecentlyUsed<number>(MOST)
      const plain = new Plain()
      for (const [place, [what, name = '', weight = 0]] of steps.entries()) {
        for (const cache of [tested, plain]) {
          if (what === 'set') cache.set(name, place, weight)
          else if (what === 'delete') cache.delete(name)
          else if (what === 'clear') cache.clear()
        }
        if (what === 'get') expect(tested.get(name)).toBe(plain.get(name))
        expect(tested.weight).toBe(plain.weight)
      }
      for (const name of keys) expect(tested.get(name)).toBe(plain.get(name))
    }),
  )
})
