import type { ChangeSet } from '@typecase/contract/change-sets'
import type { Noun } from '@typecase/ui/count'

/** For counts of objects. */
export const objectNoun: Noun = { one: 'object', many: 'objects' }
/** For counts of media. */
export const mediaNoun: Noun = { one: 'media', many: 'media' }
/** For a change of both, such as an import that replaces a bucket. */
export const mixedNoun: Noun = { one: 'object or media', many: 'objects and media' }

/** Returns the noun for a change set's items, by its `subject`. */
export function nounOfSubject(subject: ChangeSet['subject']): Noun {
  if (subject === 'mixed') return mixedNoun
  return subject === 'media' ? mediaNoun : objectNoun
}
