import { array, assert, constantFrom, oneof, property, record } from 'fast-check'
import type { CmsObject } from '@typecase/contract/objects'
import { expect, test } from 'vitest'

import type { Attempt, Choice, Draft } from './draft.ts'
import * as steps from './draft.ts'
import { objectOf } from '@typecase/content/object/object.fixture'
import { type Path, getAt } from '@typecase/content/object/path'
import { updateData } from './payload.ts'
import { valuesOf } from '@typecase/content/object/values'

const RUNS = Number(process.env['EDITOR_RUNS'] ?? 200)

/** The last two are in one group, which is sent as a whole. */
const paths = ['title', 'metadata.seo.title', 'metadata.seo.text'] as const
const groups = new Set(['metadata.seo'])
const start = objectOf({ metadata: { seo: { title: 't', text: 'x' } } })

const at = (values: unknown, path: Path): string => String(getAt(values, path))

/** A server that accepts writes based on the newest state only, and answers with a delay. */
class Server {
  readonly states: CmsObject[] = [start]
  /** The author of the present text of each field. */
  readonly writers = new Map<Path, Editor>()

  get now(): CmsObject {
    return this.states.at(-1) ?? start
  }

  /** Applies an attempt. @returns whether the write was accepted */
  take(attempt: Attempt, by: Editor): boolean {
    if (attempt.rev !== this.now.rev) return false
    const { metadata, ...topLevel } = updateData(attempt, groups)
    const before = this.now
    const after = { ...before, ...topLevel, metadata: { ...before.metadata, ...metadata } }
    this.states.push({ ...(after as CmsObject), rev: before.rev + 1 })
    for (const path of paths) {
      const [old, text] = [at(before, path), at(after, path)]
      if (old === text) continue
      const writer = this.writers.get(path)
      // No one replaces a text that they have not seen, nor their own later text by an earlier one.
      if (writer === by) expect(orderOf(text)).toBeGreaterThan(orderOf(old))
      else expect([...by.seen]).toContain(old)
      this.writers.set(path, by)
    }
    return true
  }
}

/** Returns when a text was typed, by the number at its end. A merged text ends with mine. */
const orderOf = (text: string): number => Number(/(\d+)$/.exec(text)?.[1] ?? 0)

class Editor {
  draft: Draft = steps.draftOf(start, groups)
  /** Texts that this editor has seen in the form or in a conflict. */
  readonly seen = new Set<string>()
  /** The newest typed text of each field that no write of this editor has brought to the server. */
  readonly unsaved = new Map<Path, string>()
  /** Attempts whose connection broke. Some arrive later, but only at the server. */
  readonly late: Attempt[] = []
  readonly server: Server
  /** The newest revision in the server's answers to this editor. */
  heard = 0

  constructor(server: Server) {
    this.server = server
    this.look()
  }

  do(next: Draft): void {
    this.draft = next
    this.look()
  }

  look(): void {
    const { base, values, trouble, attempt, server } = this.draft
    for (const path of paths) this.seen.add(at(base, path))
    for (const [path, text] of this.unsaved) expect([path, at(values, path)]).toEqual([path, text])
    // "Saved" is true: the form shows the newest state that this editor has received.
    if (server && !trouble && !attempt && !steps.isDirty(this.draft)) {
      expect(values).toEqual(valuesOf(server))
    }
    expect(server?.rev).toBeGreaterThanOrEqual(this.heard)
    this.heard = Math.max(this.heard, server?.rev ?? 0)
    if (trouble?.kind !== 'conflict') return
    for (const { path, mine, theirs } of trouble.clashes) {
      this.seen.add(String(theirs))
      // A conflict concerns a different text by someone else.
      expect(mine).not.toBe(theirs)
      expect(this.server.writers.get(path)).not.toBe(this)
    }
  }

  type(path: Path, text: string): void {
    this.unsaved.set(path, text)
    this.do(steps.edit(this.draft, path, text))
  }

  /** Reverts what was typed in a field since it was read. */
  goBack(path: Path): void {
    const { attempt, lost, trouble, base } = this.draft
    if (attempt || lost.length > 0 || trouble) return
    this.unsaved.delete(path)
    this.do(steps.edit(this.draft, path, at(base, path)))
  }

  save(): void {
    this.do(steps.save(this.draft, 'draft'))
  }

  /** Delivers an attempt to the server. Its answer may still be lost. */
  arrive(attempt: Attempt): boolean {
    if (!this.server.take(attempt, this)) return false
    for (const [path, text] of this.unsaved) {
      if (at(attempt.values, path) === text) this.unsaved.delete(path)
    }
    return true
  }

  answer(): void {
    const { attempt } = this.draft
    if (!attempt) return
    const isTaken = this.arrive(attempt)
    const { now } = this.server
    this.do(isTaken ? steps.acknowledge(this.draft, now) : steps.meetStale(this.draft, now))
  }

  break(how: 'before' | 'after' | 'late'): void {
    const { attempt } = this.draft
    if (!attempt) return
    if (how === 'after') this.arrive(attempt)
    if (how === 'late') this.late.push(attempt)
    this.do(steps.loseConnection(this.draft))
  }

  read(age: number): void {
    const { states } = this.server
    this.do(steps.receive(this.draft, states[Math.max(0, states.length - 1 - age)] ?? start))
  }

  reload(): void {
    this.do(steps.restore(steps.draftOf(this.server.now, groups), steps.localChangesOf(this.draft)))
  }

  settle(choice: Choice): void {
    const { trouble } = this.draft
    if (trouble?.kind !== 'conflict') return
    const clashing = trouble.clashes.map(({ path }) => path)
    for (const { path, theirs } of trouble.clashes) {
      const unsavedValue = this.unsaved.get(path)
      if (choice === 'theirs') this.unsaved.delete(path)
      if (choice === 'both' && unsavedValue)
        this.unsaved.set(path, `${String(theirs)} ${unsavedValue}`)
    }
    const chosen = steps.choose(this.draft, clashing, choice)
    const join = ({ mine, theirs }: { mine: unknown; theirs: unknown }) =>
      `${String(theirs)} ${String(mine)}`
    this.do(steps.settle(chosen, 'draft', join))
  }
}

const who = constantFrom(0, 1)
const event = oneof(
  {
    weight: 4,
    arbitrary: record({
      do: constantFrom('type' as const, 'type' as const, 'back' as const),
      who,
      path: constantFrom(...paths),
    }),
  },
  { weight: 4, arbitrary: record({ do: constantFrom('save' as const, 'answer' as const), who }) },
  record({
    do: constantFrom('break' as const),
    who,
    how: constantFrom('before' as const, 'after' as const, 'late' as const),
  }),
  record({ do: constantFrom('arriveLate' as const, 'reload' as const, 'schedule' as const), who }),
  {
    weight: 2,
    arbitrary: record({ do: constantFrom('read' as const), who, age: constantFrom(0, 0, 1, 3) }),
  },
  record({
    do: constantFrom('settle' as const),
    who,
    choice: constantFrom('mine' as const, 'theirs' as const, 'both' as const),
  }),
)

test('two editors of one object lose no typed text silently and see no needless conflict', () => {
  assert(
    property(array(event, { maxLength: 60, size: 'max' }), (events) => {
      const server = new Server()
      const editors = [new Editor(server), new Editor(server)]
      let count = 0
      for (const one of events) {
        const editor = editors[one.who] ?? new Editor(server)
        if (one.do === 'type') editor.type(one.path, `typed ${++count}`)
        if (one.do === 'back') editor.goBack(one.path)
        if (one.do === 'save') editor.save()
        if (one.do === 'answer') editor.answer()
        if (one.do === 'break') editor.break(one.how)
        if (one.do === 'read') editor.read(one.age)
        if (one.do === 'reload') editor.reload()
        if (one.do === 'settle') editor.settle(one.choice)
        if (one.do === 'arriveLate') {
          const attempt = editor.late.shift()
          if (attempt) editor.arrive(attempt)
        }
        // A change that no field shows: a schedule, or the order of the list.
        if (one.do === 'schedule') server.states.push({ ...server.now, rev: server.now.rev + 1 })
      }
      // In the end, the server has everything, and both editors see it.
      for (const editor of [...editors, ...editors]) {
        for (let turn = 0; turn < 10; turn += 1) {
          editor.settle('mine')
          editor.save()
          editor.answer()
        }
        editor.read(0)
        expect([...editor.unsaved]).toEqual([])
      }
      for (const { draft } of editors) {
        expect(draft).toMatchObject({ rev: server.now.rev, trouble: undefined })
        expect(draft.values).toEqual(valuesOf(server.now))
      }
    }),
    { numRuns: RUNS },
  )
})
