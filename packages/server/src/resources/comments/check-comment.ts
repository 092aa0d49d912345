import type { ErrorDetail } from '@typecase/contract/errors'
import { innerFields } from '@typecase/contract/field-values/field-tree'
import type { Metafield } from '@typecase/contract/metafields'

import type { Reader } from '../../database/database.ts'
import { invalid } from '../../http/failure.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { membersOf } from '../buckets/people.ts'
import type { TypeModel } from '../objects/model/type-model.ts'
import '../media/tables.ts'

/** Fields that every object has, and on which people can comment. */
const BUILT_IN_FIELDS = ['title', 'slug', 'content', 'thumbnail']

interface SentComment {
  text?: string | undefined
  mentions?: readonly string[] | undefined
  attachments?: readonly string[] | undefined
  metafield_id?: string | null | undefined
}

/** Checks the references of a comment. @throws Failure `invalid` with a detail for each that does not exist */
export async function checkComment(
  db: Reader,
  { bucketId }: BucketAccess,
  model: TypeModel,
  { text, mentions = [], attachments = [], metafield_id }: SentComment,
): Promise<void> {
  const problems: ErrorDetail[] = []
  if (text !== undefined && text.trim() === '') {
    problems.push({ path: 'text', message: 'text is a required field', rule: 'required' })
  }
  if (mentions.length > 0) {
    const members = new Set((await membersOf(db, bucketId)).map(({ id }) => id))
    for (const [index, id] of mentions.entries()) {
      const path = `mentions.${index}`
      const message = `${path} must be someone who can open this bucket`
      if (!members.has(id)) problems.push({ path, message, rule: 'reference' })
    }
  }
  if (attachments.length > 0) {
    const media = await db
      .selectFrom('media')
      .select('name')
      .where('bucket_id', '=', bucketId)
      .where('name', 'in', attachments)
      .where('deleted_at', 'is', null)
      .execute()
    for (const [index, name] of attachments.entries()) {
      const path = `attachments.${index}`
      const message = `${path} must be the name of media of this bucket`
      if (!media.some((one) => one.name === name)) {
        problems.push({ path, message, rule: 'reference' })
      }
    }
  }
  if (metafield_id && fieldIdOf(model, metafield_id) === undefined) {
    const message = 'metafield_id must be a field of the object’s type'
    problems.push({ path: 'metafield_id', message, rule: 'reference' })
  }
  if (problems.length > 0) throw invalid(problems)
}

/** Returns the id of a field by its id or key. For the fields that every object has, the name is the id. */
export function fieldIdOf({ fields }: TypeModel, idOrKey: string): string | undefined {
  if (BUILT_IN_FIELDS.includes(idOrKey)) return idOrKey
  const all = flat(fields)
  return (all.find(({ id }) => id === idOrKey) ?? all.find(({ key }) => key === idOrKey))?.id
}

/** Flattens fields. Top-level fields come first, so that their keys take precedence over those within groups. */
const flat = (fields: readonly Metafield[]): Metafield[] => [
  ...fields,
  ...fields.flatMap((field) => flat(innerFields(field))),
]
