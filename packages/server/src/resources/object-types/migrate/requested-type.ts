import { syntaxOf } from '@typecase/contract/field-types'
import type { BodyOf } from '@typecase/contract/endpoint'
import type { Metafield } from '@typecase/contract/metafields'
import type { ObjectType } from '@typecase/contract/object-types'
import type { migrateObjectType } from '@typecase/contract/object-types-migrate'

import type { Reader } from '../../../database/database.ts'
import { invalid } from '../../../http/failure.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { parseValues, publicVersion } from '../../objects/model/state.ts'
import { plainText } from '../../objects/model/values/text-forms.ts'
import { isEmpty, isRecord } from '@typecase/contract/field-values/value-check'
import { textsOf } from '../../objects/model/values/value-words.ts'
import type { NewObjectType } from '../store.ts'
import { changedType } from '../type-draft.ts'
import { requestedFields } from './requested-fields.ts'
import { objectsOfType } from './objects-of-type.ts'

/** Maximum number of choices that are derived from stored values; a field with more is not a choice field. */
const MAX_CHOICES = 100

/**
 * Returns the object type that a call requests.
 * @throws Failure `invalid` unless the call sends exactly one of `changes` and `data`, and with every broken rule
 */
export async function requestedType(
  db: Reader,
  access: BucketAccess,
  before: ObjectType,
  { changes, data }: Pick<BodyOf<typeof migrateObjectType>, 'changes' | 'data'>,
): Promise<NewObjectType> {
  if (changes && data) {
    throw invalid('data', 'data must not be sent: exactly one of changes and data', 'scope')
  }
  if (data) return changedType(before, data)
  if (!changes) {
    throw invalid('changes', 'changes must be sent, or data: exactly one of them', 'scope')
  }
  const metafields = await requestedFields(before.metafields, changes, (path, field) =>
    storedTexts(db, access, before.slug, path, field),
  )
  return changedType(before, { metafields })
}

/** Returns the distinct texts stored in a field. @throws Failure `invalid` if there are too many for choices */
async function storedTexts(
  db: Reader,
  access: BucketAccess,
  type: string,
  path: string,
  field: Metafield,
): Promise<string[]> {
  const texts = new Set<string>()
  for await (const page of objectsOfType(db, access, type)) {
    for (const { state } of page) {
      for (const version of [state, publicVersion(state)]) {
        if (version) collect(parseValues(version.metadata), path.split('.'), field, texts)
      }
    }
    if (texts.size > MAX_CHOICES) {
      const message = `options must be sent: “${path}” has more than ${MAX_CHOICES} different values`
      throw invalid('changes', message, 'options')
    }
  }
  return [...texts]
}

function collect(
  value: unknown,
  [key, ...rest]: readonly string[],
  field: Metafield,
  texts: Set<string>,
): void {
  if (key !== undefined) {
    for (const record of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (isRecord(record)) collect(record[key], rest, field, texts)
    }
    return
  }
  if (isEmpty(value)) return
  for (const text of textsOf(value, field) ?? []) {
    const content = (syntaxOf(field.type) === 'html' ? plainText(text) : text).trim()
    if (content !== '' && content.length <= 500) texts.add(content)
  }
}
