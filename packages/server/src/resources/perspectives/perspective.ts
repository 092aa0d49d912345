import { invalid } from '../../http/failure.ts'
import { instantIn } from '../objects/changes/object-edit.ts'

/** The published content as it will be. */
export interface Perspective {
  /** The id of a release that counts as published. */
  readonly release?: string | undefined
  /** UNIX ms: what is planned until then counts as done. */
  readonly at?: number | undefined
  /** Ids of objects whose newest versions count as published. */
  readonly objects?: readonly string[]
}

/** The same as an address has it. */
export interface PerspectiveParameters {
  readonly release?: string | undefined
  readonly at?: string | undefined
}

/** @throws Failure `invalid` for a time that is none, or is past */
export function readPerspective(
  { release, at }: PerspectiveParameters,
  now: number,
): Perspective | undefined {
  if (release === undefined && at === undefined) return undefined
  const time = instantIn(at, 'at')
  // Content of the past is in revisions: an answer with that of today would be wrong.
  if (time !== undefined && time <= now)
    throw invalid('at', 'at must be a time to come; leave it out for what is public now', 'min')
  return { release, at: time }
}
