import type { ActiveBinding } from './keymap.ts'
import type { KeyEvent, Press } from './press.ts'
import { matchesPress } from './press.ts'

/** A place within sequences: what can be pressed next, and the bindings that end here. */
export interface TrieNode {
  readonly press: Press | undefined
  readonly next: Map<string, TrieNode>
  readonly bindings: ActiveBinding[]
}

export function buildTrie(bindings: readonly ActiveBinding[]): TrieNode {
  const root: TrieNode = { press: undefined, next: new Map(), bindings: [] }
  for (const binding of bindings) {
    let node = root
    for (const press of binding.presses) {
      const known = node.next.get(press.name)
      const next = known ?? { press, next: new Map(), bindings: [] }
      if (!known) node.next.set(press.name, next)
      node = next
    }
    node.bindings.push(binding)
  }
  return root
}

/** Where an event leads: two places where one binding names the character and another one the key. */
export function follow(nodes: readonly TrieNode[], event: KeyEvent): TrieNode[] {
  return nodes.flatMap((node) =>
    [...node.next.values()].filter(({ press }) => press && matchesPress(event, press)),
  )
}

/** The bindings of longer sequences that begin here. */
export function* beyond(node: TrieNode): Generator<ActiveBinding> {
  for (const next of node.next.values()) {
    yield* next.bindings
    yield* beyond(next)
  }
}
