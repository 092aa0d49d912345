import type { ChangeSet } from '@typecase/contract/change-sets'
import { checkValues } from '@typecase/contract/field-values/check-values'

import type { Reader } from '../../../database/database.ts'
import type { Write } from '../../../database/write-queue.ts'
import { conflict } from '../../../http/failure.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { FieldsOfType } from '../../change-sets/fields-of-type.ts'
import { itemsWithStates, markUndone, type Reason } from '../../change-sets/store.ts'
import {
  type ObjectState,
  parseState,
  parseValues,
  publicVersion,
  type StoredObject,
} from '../../objects/model/state.ts'
import { newFindings } from '../../objects/model/values/findings.ts'
import { isUnique } from '../../objects/model/values/unique-values.ts'
import { isSame, type Services } from '../../objects/store/write-objects.ts'
import { changedOptions } from '../naming-fields.ts'
import { findObjectTypeById, saveObjectType } from '../store.ts'
import { migrateObject } from './change-type.ts'
import { migratedState, rewritten, withMetadata } from './migrated-state.ts'
import { type Claim, migratedValues, type Migration, migrationBetween } from './migration.ts'
import { restoredFields } from './restored-fields.ts'
import { createUniqueClaims, type UniqueClaims } from './unique-claims.ts'
import {
  type MigrationResult,
  type MigratedObject,
  type Watching,
  writeMigration,
} from './write-migration.ts'

const none: Migration = new Map()

/**
 * Restores an object type's fields and its objects' values to their state before a change set. An object without later
 * edits gets its exact previous state. In other objects, values unchanged since the migration are restored; edited or
 * new values are converted back as far as possible, and reported.
 * @throws Failure `conflict` when the fields were changed since
 */
export async function undoMigration(
  services: Services,
  write: Write,
  access: BucketAccess,
  undone: ChangeSet,
  { typeId, before, after }: FieldsOfType,
  reason: Reason,
  watching: Watching = {},
): Promise<MigrationResult> {
  const { db } = write
  const type = await findObjectTypeById(db, access, typeId)
  if (!type) throw conflict('The object type has been deleted since, so this cannot be undone.')
  const fields = restoredFields(before, after, type.metafields)
  if ('changed' in fields) {
    throw conflict(
      `The field “${fields.changed}” has been changed since, so this cannot be undone.`,
    )
  }
  const options = changedOptions(type, fields.restored)
  const restored = { ...type, options, metafields: fields.restored }
  await saveObjectType(db, access, type.id, restored, services.clock.iso())
  const forward = migrationBetween(before, after) ?? none
  const backward = migrationBetween(type.metafields, fields.restored) ?? none
  // A value that was set after the migration may equal a unique value that is restored.
  const claims = createUniqueClaims(backward)
  const turn = async (page: readonly StoredObject[]) => {
    const items = await itemsOf(db, access, undone.id, page)
    return (object: StoredObject) => {
      const item = items.get(object.id) ?? unchangedValues(object, forward)
      return item
        ? turnedBack(object, item, forward, backward, claims)
        : migrateObject(object, backward, claims)
    }
  }
  const stored = { before: type.metafields, after: fields.restored }
  const outcome = await writeMigration(
    services,
    write,
    access,
    type,
    stored,
    reason,
    turn,
    watching,
  )
  if (!(await markUndone(db, access, undone.id, outcome.changeSetId))) {
    throw conflict('This is already undone.')
  }
  return outcome
}

interface Item {
  rev_before: number | null
  rev_after: number
  before: ObjectState
  /** Whether the object held values of the migrated fields. */
  hasValues: boolean
}

/** Reads a change set's items for these objects, with the objects' previous states if these still exist. */
async function itemsOf(
  db: Reader,
  access: BucketAccess,
  changeSetId: string,
  objects: readonly StoredObject[],
): Promise<Map<string, Item>> {
  const ids = objects.map(({ id }) => id)
  const rows = await itemsWithStates(db, access, changeSetId)
    .where('i.object_id', 'in', ids)
    .execute()
  const existing = rows.flatMap(({ object_id, before, ...item }): [string, Item][] =>
    before === null ? [] : [[object_id, { ...item, before: parseState(before), hasValues: true }]],
  )
  return new Map(existing)
}

/**
 * Returns an item for an object that the migration did not change, so its previous state is its current one. Converting
 * its values back would not restore it exactly, since a type may represent the same value in several ways, such as null
 * and an empty list. Undefined if a value is not valid in the previous fields: it was added after the migration.
 */
function unchangedValues({ state, state_rev }: StoredObject, forward: Migration): Item | undefined {
  let hasValues = false
  const onValue = (): void => void (hasValues = true)
  if (!isSame(migratedState(state, forward, onValue), state)) return undefined
  const fields = [...forward.values()].map(({ from }) => from)
  const findings = newFindings()
  for (const version of [state, state.published]) {
    const values = Object.entries(parseValues(version?.metadata ?? '{}'))
    const turnable = values.filter(([key]) => forward.has(key))
    checkValues(fields, Object.fromEntries(turnable), '', findings)
  }
  if (findings.problems.length > 0) return undefined
  return { rev_before: state_rev, rev_after: state_rev, before: state, hasValues }
}

function turnedBack(
  object: StoredObject,
  { rev_before, rev_after, before, hasValues }: Item,
  forward: Migration,
  backward: Migration,
  claims: UniqueClaims | undefined,
): MigratedObject {
  const claimOf = claims?.of(object)
  const former = { newest: before.metadata, public: publicVersion(before)?.metadata ?? '{}' }
  if (object.state_rev === rev_after) {
    const problems = new Set<string>()
    const after = withMetadata(object.state, (_metadata, version) =>
      rewritten(former[version], (values) =>
        withoutTaken(values, backward, problems, claimOf?.(version)),
      ),
    )
    const isExact = rev_before !== null && problems.size === 0
    return { after, ...(isExact && { state_rev: rev_before }), problems: [...problems], hasValues }
  }
  const problems = new Set<string>()
  const after = withMetadata(object.state, (metadata, version) =>
    rewritten(metadata, (values) =>
      withoutTaken(
        valuesBack(values, parseValues(former[version]), forward, backward, problems),
        backward,
        problems,
        claimOf?.(version),
      ),
    ),
  )
  return { after, problems: [...problems], hasValues }
}

type Values = Readonly<Record<string, unknown>>

/**
 * Returns the previous values where the migration's results are unchanged, and the other values converted back to the
 * previous type.
 */
function valuesBack(
  now: Values,
  before: Values,
  forward: Migration,
  backward: Migration,
  problems: Set<string>,
): Values {
  const migrated = migratedValues(before, forward)
  const restored = new Map<string, unknown>()
  for (const [key, { to, newPath }] of forward) {
    // The migration may have omitted the value because another object already had it.
    const isOmitted = isUnique(to) && !Object.hasOwn(now, to.key)
    if (!isOmitted && !isEqual(now[to.key], migrated[to.key])) {
      problems.add(`${newPath} was changed since: it keeps what was written, in its former form`)
    } else if (Object.hasOwn(before, key)) restored.set(key, before[key])
  }
  const others = migratedValues(now, backward, ({ path }, reason) => {
    if (reason !== undefined) problems.add(`${path}: ${reason}`)
  })
  return { ...others, ...Object.fromEntries(restored) }
}

/** Removes unique values that another object has already claimed, and records a problem for each. */
function withoutTaken(
  values: Values,
  backward: Migration,
  problems: Set<string>,
  claim: Claim = () => undefined,
): Values {
  const conflictingKeys = new Set<string>()
  for (const step of backward.values()) {
    const reason = claim(step, values[step.to.key])
    if (reason === undefined) continue
    conflictingKeys.add(step.to.key)
    problems.add(`${step.newPath}: ${reason}`)
  }
  return conflictingKeys.size === 0
    ? values
    : Object.fromEntries(Object.entries(values).filter(([key]) => !conflictingKeys.has(key)))
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
