import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import type { ArgsOf, MakePlan, Run } from '@typecase/plugin-sdk/command'

import { callOf } from '../calls/migrate-type.ts'
import { planMigration } from '../migrate/plan-migration.ts'
import { runMigration } from '../migrate/run-migration.ts'
import type { migrateTypeArgs } from './migrate-commands.ts'

type Args = ArgsOf<typeof migrateTypeArgs>

export const plan: MakePlan<Args> = (args, context) =>
  planMigration(callOf(args, { bucketSlug: bucketSlugOf(context.facts) }).body, context)

export const run: Run<Args> = (args, context) =>
  runMigration(callOf(args, { bucketSlug: bucketSlugOf(context.facts) }).body, context)
