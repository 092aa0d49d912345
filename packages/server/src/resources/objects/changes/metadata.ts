import { isForbiddenKey } from '@typecase/content-query/fields'
import type { ErrorDetail } from '@typecase/contract/errors'

import type { Reader } from '../../../database/database.ts'
import { invalid } from '../../../http/failure.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { checkValues } from '@typecase/contract/field-values/check-values'
import { defaultValues } from '../model/values/default-values.ts'
import { newFindings } from '../model/values/findings.ts'
import { missingValues } from '@typecase/contract/field-values/missing-values'
import { parseValues } from '../model/state.ts'
import { brokenReferences } from '../store/reference-targets.ts'
import type { Findings } from '@typecase/contract/field-values/value-check'
import type { TypeModel } from '../model/type-model.ts'

type Values = Record<string, unknown>

/** Prefix of the error paths of metafields. */
const AT = 'data.metadata'

export interface MetadataEdit {
  /** The stored JSON; null for a new object. */
  before: string | null
  /** The keys that a call sent. */
  sent: Readonly<Values>
  /** Whether the result is public or scheduled to be, so that no required value may be missing. */
  isPublic: boolean
}

/**
 * Merges the values of a call into an object's metadata. Only keys whose values change are checked, so that values
 * invalidated by a later change of the type or by a deleted relation do not block other fields. Unique values are
 * checked once the whole state is known (`takenValues`).
 * @returns the JSON to store: the same string if nothing changes
 * @throws Failure `invalid` with one detail per broken rule
 */
export async function mergeMetadata(
  db: Reader,
  access: BucketAccess,
  model: TypeModel,
  { before, sent, isPublic }: MetadataEdit,
): Promise<string> {
  const stored = before === null ? defaultValues(model.fields) : parseValues(before)
  const changes = before === null ? sent : changesOf(stored, sent)
  const findings = newFindings()
  const checked = checkKeys(model, changes, findings)
  const isUntouched = before !== null && isEmpty(changes)
  // Copying many keys would take longer than everything else.
  const values = isEmpty(stored) ? checked : { ...stored, ...checked }

  const problems: ErrorDetail[] = [
    ...findings.problems,
    ...(await brokenReferences(db, access, findings.references)),
    ...(isPublic ? missingValues(model.fields, values, AT) : []),
  ]
  if (problems.length > 0) throw invalid(problems)
  return isUntouched ? before : JSON.stringify(values)
}

/**
 * Checks the changed keys. A type without fields accepts any key except those that reach JavaScript's prototype
 * machinery.
 */
function checkKeys({ fields }: TypeModel, changes: Readonly<Values>, findings: Findings): Values {
  if (fields.length > 0) return checkValues(fields, changes, AT, findings)
  for (const key of Object.keys(changes)) {
    const path = `${AT}.${key}`
    if (isForbiddenKey(key)) {
      const message = `${path} is not allowed as a key`
      findings.problems.push({ path, message, rule: 'forbidden_key' })
    }
  }
  return changes
}

function isEmpty(values: Readonly<Values>): boolean {
  for (const _key in values) return false
  return true
}

function changesOf(stored: Values, sent: Readonly<Values>): Values {
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([key, value]) =>
        !Object.hasOwn(stored, key) || JSON.stringify(stored[key]) !== JSON.stringify(value),
    ),
  )
}
