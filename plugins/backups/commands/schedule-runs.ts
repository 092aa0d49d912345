import { type BackupScheduleData, setBackupSchedule } from '@typecase/contract/backups'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import type { AskContext } from '@typecase/plugin-sdk/ask'
import { type ArgsOf, type CommandModule, refTo } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { describeSchedule } from '../words.ts'
import { readBackups, refreshBackups } from '../queries.ts'
import * as commands from './schedule.ts'

/** How many are kept now. */
export async function readKept(
  key: 'keep_daily' | 'keep_weekly',
  { services, facts }: AskContext,
): Promise<number> {
  return (await readBackups(services, bucketSlugOf(facts))).schedule[key]
}

async function save(services: Services, slug: string, data: Partial<BackupScheduleData>) {
  const { schedule: before } = await readBackups(services, slug)
  const body = { slug, data, rev: before.rev }
  const { schedule } = await services.get(Api).call(setBackupSchedule, { body })
  await refreshBackups(services)
  const { next_at: _next, rev: _rev, ...back } = before
  return {
    message: schedule.is_on
      ? `${describeSchedule(schedule)}.`
      : 'Backups are off. Those that are there are kept.',
    undo: refTo(commands.putSchedule, { bucket: slug, data: back }),
  }
}

export const setSchedule: CommandModule<ArgsOf<typeof commands.scheduleArgs>> = {
  async run({ frequency, ...rest }, { services, facts }) {
    const data = frequency === 'off' ? { is_on: false } : { is_on: true, every: frequency, ...rest }
    return save(services, bucketSlugOf(facts), data)
  },
}

export const putSchedule: CommandModule<ArgsOf<typeof commands.putArgs>> = {
  run: ({ bucket, data }, { services }) => save(services, bucket, data),
}
