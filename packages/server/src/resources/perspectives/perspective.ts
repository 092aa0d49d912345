import { invalid } from '../../http/failure.ts'
import { instantIn } from '../objects/changes/object-edit.ts'

/** A view of the published content in the future. */
export interface Perspective {
  /** The id of a release that counts as published. */
  readonly release?: string | undefined
  /** UNIX ms. Changes scheduled until this time count as done. */
  readonly at?: number | undefined
  /** Ids of objects whose newest versions count as published. */
  readonly objects?: readonly string[]
}

/** A perspective in the form of URL parameters. */
export interface PerspectiveParameters {
  readonly release?: string | undefined
  readonly at?: string | undefined
}

/** Parses the parameters of a perspective. @throws Failure `invalid` for a time that is malformed or past */
export function readPerspective(
  { release, at }: PerspectiveParameters,
  now: number,
): Perspective | undefined {
  if (release === undefined && at === undefined) return undefined
  const time = instantIn(at, 'at')
  // Past content is only in revisions, so a response with today's content would be wrong.
  if (time !== undefined && time <= now)
    throw invalid('at', 'at must be a time to come; leave it out for what is public now', 'min')
  return { release, at: time }
}
