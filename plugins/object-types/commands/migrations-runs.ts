import type { migrateObjectType } from '@typecase/contract/object-types-migrate'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import type { CommandModule } from '@typecase/plugin-sdk/command'
import type { CallModule } from '@typecase/plugin-sdk/server-call'

import * as calls from '../calls.ts'
import { planMigration } from '../migrate/plan-migration.ts'
import { runMigration } from '../migrate/run-migration.ts'

/** Makes a module that plans and runs the migration of a call. */
const migrating = <Args extends object>({
  callOf,
}: CallModule<Args, typeof migrateObjectType>): CommandModule<Args> => ({
  plan: (args, context) =>
    planMigration(callOf(args, { bucketSlug: bucketSlugOf(context.facts) }).body, context),
  run: (args, context) =>
    runMigration(callOf(args, { bucketSlug: bucketSlugOf(context.facts) }).body, context),
})

export const renameKey = migrating(calls.renameKey)
export const changeFieldType = migrating(calls.changeFieldType)
export const migrateType = migrating(calls.migrateType)
