import { isEmpty } from '@typecase/contract/field-values/value-check'
import type { CmsObject } from '@typecase/contract/objects'

import { isJsonEqual } from '@typecase/content/object/json-equal'
import { type Clash, mergeValues } from './merge.ts'
import type { Path } from '@typecase/content/object/path'
import { getAt, setAt } from '@typecase/content/object/path'
import { changedPaths, type Groups } from './units.ts'
import type { Values } from '@typecase/content/object/values'
import { valuesOf } from '@typecase/content/object/values'

export type Status = CmsObject['status']

/** A save on its way to the server: one at a time. */
export interface Attempt {
  readonly values: Values
  readonly base: Values
  readonly status: Status
  /** The state it started from; undefined for a new object. */
  readonly rev: number | undefined
}

/** Why the last attempt did not arrive. `wanted` is what to do once that is fixed. */
export type Trouble =
  /** No answer: the attempt is sent again exactly as it was, or two objects might come of a new one. */
  | { readonly kind: 'offline'; readonly nextStatus: Status; readonly again: Attempt }
  | { readonly kind: 'refused'; readonly message: string }
  | {
      readonly kind: 'conflict'
      readonly nextStatus: Status
      readonly theirs: CmsObject
      readonly clashes: readonly Clash[]
      readonly choices: Readonly<Record<Path, Choice>>
    }

export type Choice = 'mine' | 'theirs' | 'both'

/** An object being edited: what the server has, what the user made of it, and what is under way between them. */
export interface Draft {
  readonly groups: Groups
  /** As last answered; undefined until a new object was saved. */
  readonly server: CmsObject | undefined
  /** The state that `values` started from, and its revision. */
  readonly base: Values
  readonly rev: number | undefined
  readonly values: Values
  readonly attempt: Attempt | undefined
  /** Wanted while an attempt was under way: done after it, with what was typed meanwhile. */
  readonly next: Status | undefined
  /** Sent, but no answer came: one of them may have arrived. */
  readonly lost: readonly Values[]
  readonly trouble: Trouble | undefined
}

export function newDraft(values: Values, groups: Groups): Draft {
  return { ...settled, groups, server: undefined, base: values, rev: undefined, values }
}

export function draftOf(object: CmsObject, groups: Groups): Draft {
  const values = valuesOf(object)
  return { ...settled, groups, server: object, base: values, rev: object.rev, values }
}

const settled = { attempt: undefined, next: undefined, lost: [], trouble: undefined }
const cache = new WeakMap<Draft, readonly Path[]>()

/** Paths with changes that the server has not confirmed. */
export function changesOf(draft: Draft): readonly Path[] {
  const paths = cache.get(draft) ?? changedPaths(draft.base, draft.values, draft.groups)
  cache.set(draft, paths)
  return paths
}

export function isDirty(draft: Draft): boolean {
  return draft.base !== draft.values && changesOf(draft).length > 0
}

/** The user typed. Going back to what was there, or from nothing to nothing, is no change. */
export function edit(draft: Draft, path: Path, value: unknown): Draft {
  const isMended = draft.trouble?.kind === 'refused'
  const before = getAt(draft.base, path)
  const isBack = (isEmpty(value) && isEmpty(before)) || isJsonEqual(value, before)
  const typed: Draft = {
    ...draft,
    values: setAt(draft.values, path, isBack ? before : value),
    ...(isMended && { trouble: undefined }),
  }
  // The edit may have taken back the value that clashed.
  return draft.server && isBehind(draft) ? receive(typed, draft.server) : typed
}

/** Whether the server's state clashes with what was typed: it is known, but `base` does not hold all of it. */
export function isBehind({ server, rev }: Draft): boolean {
  return server !== undefined && rev !== undefined && server.rev > rev
}

/**
 * The user wants it saved. The answer's `attempt` is what must be sent now, if it is a new one: while one is
 * under way the wish waits, and a conflict has to be settled first.
 */
export function save(draft: Draft, status: Status): Draft {
  if (draft.trouble?.kind === 'conflict') return draft
  if (draft.attempt) return { ...draft, next: stronger(draft.next, status) }
  const { trouble } = draft
  if (trouble?.kind === 'offline' && (!draft.server || trouble.again.status === status)) {
    const { again, nextStatus } = trouble
    return { ...draft, trouble: undefined, attempt: again, next: stronger(nextStatus, status) }
  }
  const calm: Draft = { ...draft, trouble: undefined, next: undefined }
  if (!isWorthSending(calm, status)) return calm
  const { values, base, rev } = calm
  return { ...calm, attempt: { values, base, status, rev } }
}

/** Publishing without changes makes a draft public; saving a draft without changes does nothing. */
function isWorthSending(draft: Draft, status: Status): boolean {
  if (!draft.server || isDirty(draft)) return true
  return status === 'published' && draft.server.status !== 'published'
}

function stronger(a: Status | undefined, b: Status): Status {
  return a === 'published' ? a : b
}

/** The attempt was accepted. Fields changed since keep what the user typed; the rest is what the server says. */
export function acknowledge(draft: Draft, object: CmsObject): Draft {
  const sent = draft.attempt
  if (!sent) return receive(draft, object)
  const { values } = mergeValues(sent.values, draft.values, valuesOf(object), draft.groups)
  const { next } = draft
  const done: Draft = {
    ...draft,
    ...settled,
    server: object,
    base: valuesOf(object),
    rev: object.rev,
    values,
  }
  return next ? save(done, next) : done
}

/** No answer came: everything is kept, and tried again when the network is back. */
export function loseConnection(draft: Draft): Draft {
  const sent = draft.attempt
  if (!sent) return draft
  return {
    ...draft,
    attempt: undefined,
    next: undefined,
    lost: lostWith(draft, sent),
    trouble: {
      kind: 'offline',
      nextStatus: stronger(sent.status, draft.next ?? sent.status),
      again: sent,
    },
  }
}

const lostWith = ({ lost }: Draft, { values }: Attempt): readonly Values[] =>
  lost.includes(values) ? lost : [...lost, values]

/** The server said no: nothing is lost, and nothing is tried again by itself. */
export function refuse(draft: Draft, message: string): Draft {
  return { ...draft, attempt: undefined, next: undefined, trouble: { kind: 'refused', message } }
}

/** Someone else was faster. What does not clash is merged and sent at once; the rest is the user's to decide. */
export function meetStale(draft: Draft, theirs: CmsObject): Draft {
  const nextStatus = stronger(draft.next, draft.attempt?.status ?? 'draft')
  const stopped: Draft = { ...draft, attempt: undefined, next: undefined }
  const { values, clashes } = mergeWith(draft, theirs)
  if (clashes.length === 0) return save(rebase(stopped, theirs, values), nextStatus)
  return { ...stopped, trouble: { kind: 'conflict', nextStatus, theirs, clashes, choices: {} } }
}

function mergeWith(draft: Draft, theirs: CmsObject) {
  return mergeValues(draft.base, draft.values, valuesOf(theirs), draft.groups, draft.lost)
}

/** The same changes, now on top of another state of the server. */
function rebase(draft: Draft, server: CmsObject, values: Values): Draft {
  return { ...draft, ...settled, server, base: valuesOf(server), rev: server.rev, values }
}

/** Settles one clash. */
export function choose(draft: Draft, paths: readonly Path[], choice: Choice): Draft {
  const { trouble } = draft
  if (trouble?.kind !== 'conflict') return draft
  const chosen = Object.fromEntries(paths.map((path) => [path, choice]))
  return { ...draft, trouble: { ...trouble, choices: { ...trouble.choices, ...chosen } } }
}

/** Clashes still to be decided. */
export function openClashes(draft: Draft): readonly Clash[] {
  if (draft.trouble?.kind !== 'conflict') return []
  const { clashes, choices } = draft.trouble
  return clashes.filter(({ path }) => choices[path] === undefined)
}

/**
 * Everything is decided: sends it on top of theirs. Does nothing while a clash is open.
 * @param join makes the value of a clash that keeps both
 */
export function settle(
  draft: Draft,
  status: Status = 'draft',
  join: (clash: Clash) => unknown = ({ mine }) => mine,
): Draft {
  const { trouble } = draft
  if (trouble?.kind !== 'conflict' || openClashes(draft).length > 0) return draft
  const { theirs, choices, nextStatus, clashes } = trouble
  let { values } = mergeWith(draft, theirs)
  for (const clash of clashes) {
    const { path } = clash
    if (choices[path] === 'theirs') values = setAt(values, path, clash.theirs)
    // Mine may have gone on since the clash was found.
    if (choices[path] === 'both') {
      values = setAt(values, path, join({ ...clash, mine: getAt(draft.values, path) }))
    }
  }
  return save(rebase(draft, theirs, values), stronger(nextStatus, status))
}

/**
 * A newer state was read, by a refetch or after someone else's command. Older ones, and ones that cross an
 * attempt, are passed over. Fields that clash stay on what they started from, with its revision: saving will show
 * that conflict. All others are taken in.
 */
export function receive(draft: Draft, object: CmsObject): Draft {
  if (draft.attempt || draft.trouble?.kind === 'conflict') return draft
  if (draft.rev !== undefined && object.rev <= draft.rev) return draft
  if (draft.server && object.rev < draft.server.rev) return draft
  const { values, clashes } = mergeWith(draft, object)
  if (clashes.length === 0) return { ...rebase(draft, object, values), trouble: draft.trouble }
  const base = clashes.reduce((all, clash) => setAt(all, clash.path, clash.base), valuesOf(object))
  return { ...draft, server: object, base, values }
}

/** Takes back everything that was not saved. */
export function discard(draft: Draft): Draft {
  if (draft.trouble?.kind === 'conflict') {
    const { theirs } = draft.trouble
    return rebase(draft, theirs, valuesOf(theirs))
  }
  if (draft.attempt) return { ...draft, values: draft.attempt.values, next: undefined }
  if (draft.server) return rebase(draft, draft.server, valuesOf(draft.server))
  return { ...draft, ...settled, values: draft.base }
}

/** Changes kept in this browser. */
export interface LocalChanges {
  readonly rev: number | undefined
  readonly base: Values
  readonly values: Values
  readonly lost?: readonly Values[]
}

/** The part of a draft to store. A pending attempt may be saved without this tab hearing of it. */
export function localChangesOf(draft: Draft): LocalChanges {
  const { rev, base, values, lost, attempt } = draft
  return { rev, base, values, lost: attempt ? lostWith(draft, attempt) : lost }
}

/** Puts kept changes on top of what the server has now. */
export function restore(draft: Draft, localChanges: LocalChanges): Draft {
  const { rev, base, values, lost = [] } = localChanges
  const before: Draft = { ...draft, ...settled, rev, base, values, lost }
  return draft.server ? receive(before, draft.server) : before
}
