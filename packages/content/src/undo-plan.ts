import { type ChangeSet, getChangeSet } from '@typecase/contract/change-sets'
import { displayValues } from '@typecase/contract/field-changes'

import { inBucketOf } from './bucket-slug.ts'
import { readPeople } from './people.ts'
import { changeDescriber } from './words/change.ts'
import { nounOfSubject } from './words/nouns.ts'
import { UNDO_TIME } from './words/undo.ts'
import { plural } from '@typecase/ui/count'
import type { RunContext } from '@typecase/plugin-sdk/command'
import type { Plan } from '@typecase/plugin-sdk/plan'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api } from '@typecase/plugin-sdk/services'

/** How many changes the plan shows. */
const MAX_CHANGES = 20

/**
 * Plans an undo: the changes that it would revert, and their authors. An undo is also a change: undoing it is a redo.
 */
export async function undoPlan(
  { bucket, change_set_id }: { bucket: string; change_set_id: string },
  outside: RunContext,
): Promise<Plan> {
  const context = inBucketOf(outside, bucket)
  const { services, signal } = context
  const query = { slug: bucket, change_set_id, limit: MAX_CHANGES }
  const { change_set, changes } = await services.get(Api).call(getChangeSet, { query }, { signal })
  const { count, created_by, subject, undone_by } = change_set
  if (undone_by !== null) throw undoneBefore()
  const people = await readPeople(services, bucket)
  const words = await changeDescriber(context)
  const noun = plural(count, nounOfSubject(subject))
  return {
    title: titleOf(change_set),
    counts: [{ label: `${noun}, changed by ${people.within(created_by)}`, value: count }],
    skipped: [],
    // Reversed: the undo changes the current value back to the earlier one.
    changes: changes.map((change) => {
      const { object_id: id, title: label, field } = change
      const { before, after } = displayValues(change)
      // Undoing a creation moves the object to the trash.
      const description =
        field === 'object' ? words('deleted', false, true) : words(field, after, before)
      return { id, label: label || 'Untitled', ...description }
    }),
    total: count,
    isReversible: true,
    undoTime: UNDO_TIME,
    args: { bucket, change_set_id },
  }
}

/**
 * Returns the title that the server will use: `Undo: Publish 200 objects`, and for an undo `Redo: Publish 200 objects`.
 */
function titleOf({ title }: ChangeSet): string {
  const [, word, rest = title] = /^(Undo|Redo): (.*)$/s.exec(title) ?? []
  return `${word === 'Undo' ? 'Redo' : 'Undo'}: ${rest}`
}

const undoneBefore = () => new Refusal('This is already undone.')
