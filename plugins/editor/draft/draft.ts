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

/** A save in progress. There is at most one. */
export interface Attempt {
  readonly values: Values
  readonly base: Values
  readonly status: Status
  /** The revision that it started from; undefined for a new object. */
  readonly rev: number | undefined
}

/** Why the last attempt failed. `nextStatus` is what to save after the problem is solved. */
export type Trouble =
  /** No answer. The identical attempt is sent again; otherwise a new object might be created twice. */
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

/** An object being edited: the server's version, the user's values, and the saves in progress. */
export interface Draft {
  readonly groups: Groups
  /** The server's last answer; undefined until a new object is saved. */
  readonly server: CmsObject | undefined
  /** The values that the user started from, and their revision. */
  readonly base: Values
  readonly rev: number | undefined
  readonly values: Values
  readonly attempt: Attempt | undefined
  /** The status requested during an attempt. It is saved next, with all edits made meanwhile. */
  readonly next: Status | undefined
  /** Values sent without an answer. One of them may have arrived. */
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

/** Returns the paths with changes that the server has not confirmed. */
export function changesOf(draft: Draft): readonly Path[] {
  const paths = cache.get(draft) ?? changedPaths(draft.base, draft.values, draft.groups)
  cache.set(draft, paths)
  return paths
}

export function isDirty(draft: Draft): boolean {
  return draft.base !== draft.values && changesOf(draft).length > 0
}

/** Applies an edit. Typing the original value, or one empty value for another, is no change. */
export function edit(draft: Draft, path: Path, value: unknown): Draft {
  const isMended = draft.trouble?.kind === 'refused'
  const before = getAt(draft.base, path)
  const isBack = (isEmpty(value) && isEmpty(before)) || isJsonEqual(value, before)
  const typed: Draft = {
    ...draft,
    values: setAt(draft.values, path, isBack ? before : value),
    ...(isMended && { trouble: undefined }),
  }
  // The edit may have reverted the value that clashed.
  return draft.server && isBehind(draft) ? receive(typed, draft.server) : typed
}

/** Whether the server has a newer state than `base`, because the two clash. */
export function isBehind({ server, rev }: Draft): boolean {
  return server !== undefined && rev !== undefined && server.rev > rev
}

/**
 * Requests a save. The `attempt` of the result must be sent if it is a new one: during another attempt the request
 * waits, and a conflict must be settled first.
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

/** Whether a save has an effect. Without changes, publishing makes a draft public, but saving a draft does nothing. */
function isWorthSending(draft: Draft, status: Status): boolean {
  if (!draft.server || isDirty(draft)) return true
  return status === 'published' && draft.server.status !== 'published'
}

function stronger(a: Status | undefined, b: Status): Status {
  return a === 'published' ? a : b
}

/**
 * Applies the server's answer to an attempt. Fields changed since keep the user's values; the others take the server's.
 */
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

/** Handles a missing answer: all values are kept, and sent again when the network is back. */
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

/** Handles a refusal of the server: nothing is lost, and nothing is retried automatically. */
export function refuse(draft: Draft, message: string): Draft {
  return { ...draft, attempt: undefined, next: undefined, trouble: { kind: 'refused', message } }
}

/**
 * Handles a save by someone else. Without clashes, changes are merged and sent at once; the user decides on the rest.
 */
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

/** Moves the same changes onto another state of the server. */
function rebase(draft: Draft, server: CmsObject, values: Values): Draft {
  return { ...draft, ...settled, server, base: valuesOf(server), rev: server.rev, values }
}

/** Records a choice for the clashes of these fields. */
export function choose(draft: Draft, paths: readonly Path[], choice: Choice): Draft {
  const { trouble } = draft
  if (trouble?.kind !== 'conflict') return draft
  const choiceByPath = Object.fromEntries(paths.map((path) => [path, choice]))
  return { ...draft, trouble: { ...trouble, choices: { ...trouble.choices, ...choiceByPath } } }
}

/** Returns the clashes that still need a choice. */
export function openClashes(draft: Draft): readonly Clash[] {
  if (draft.trouble?.kind !== 'conflict') return []
  const { clashes, choices } = draft.trouble
  return clashes.filter(({ path }) => choices[path] === undefined)
}

/**
 * Sends the chosen values, based on their state. Does nothing while a clash is open.
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
    // The user may have typed more since the clash was found.
    if (choices[path] === 'both') {
      values = setAt(values, path, join({ ...clash, mine: getAt(draft.values, path) }))
    }
  }
  return save(rebase(draft, theirs, values), stronger(nextStatus, status))
}

/**
 * Takes in a newer state, read by a refetch or after someone else's command. Ignores older states, and any state during
 * an attempt or a conflict. Clashing fields keep their base and its revision, so a save will show the conflict; all
 * other fields are updated.
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

/** Discards everything that was not saved. */
export function discard(draft: Draft): Draft {
  if (draft.trouble?.kind === 'conflict') {
    const { theirs } = draft.trouble
    return rebase(draft, theirs, valuesOf(theirs))
  }
  if (draft.attempt) return { ...draft, values: draft.attempt.values, next: undefined }
  if (draft.server) return rebase(draft, draft.server, valuesOf(draft.server))
  return { ...draft, ...settled, values: draft.base }
}

/** Changes stored in this browser. */
export interface LocalChanges {
  readonly rev: number | undefined
  readonly base: Values
  readonly values: Values
  readonly lost?: readonly Values[]
}

/** Returns the part of a draft to store. A pending attempt counts as lost: it may be saved without this tab knowing. */
export function localChangesOf(draft: Draft): LocalChanges {
  const { rev, base, values, lost, attempt } = draft
  return { rev, base, values, lost: attempt ? lostWith(draft, attempt) : lost }
}

/** Applies stored changes on top of the server's current state. */
export function restore(draft: Draft, localChanges: LocalChanges): Draft {
  const { rev, base, values, lost = [] } = localChanges
  const before: Draft = { ...draft, ...settled, rev, base, values, lost }
  return draft.server ? receive(before, draft.server) : before
}
