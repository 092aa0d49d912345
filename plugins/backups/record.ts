import { type Backup, listBackups } from '@typecase/contract/backups'
import type { OutputOf } from '@typecase/contract/endpoint'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { readPeople } from '@typecase/content/people'
import { defineRecord } from '@typecase/content/record/define-record'
import { formatAge } from '@typecase/content/words/age'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { Services } from '@typecase/plugin-sdk/token'
import { filterRows } from '@typecase/plugin-sdk/text-match'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { formatDateTime } from '@typecase/ui/format'

import { describeContents, describeReason } from './words.ts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Id of the backup with the keyboard focus. */
    'backups.backup': string
  }
}

export type BackupList = OutputOf<typeof listBackups>

/** Polling intervals of the list in ms: while a backup is running, and otherwise. */
const POLL_WHILE_RUNNING_MS = 1000
const POLL_MS = 10_000

export const backupsQuery = (services: Services, slug: string) => ({
  ...apiQueryOptions(services, listBackups, { query: { slug } }),
  refetchInterval: ({ state: { data } }: { state: { data: BackupList | undefined } }) =>
    data?.backups.some(({ state }) => state === 'running') ? POLL_WHILE_RUNNING_MS : POLL_MS,
})

const kind = defineRecord({
  noun: 'backup',
  icon: 'archive',
  group: 'Backups',
  when: and(has('route.bucketSlug'), can('bucket:settings')),
  arg: 'backup_id',
  fact: 'backups.backup',
  query: backupsQuery,
  items: ({ backups }): readonly Backup[] => backups,
  row: (item) => ({
    label: formatDateTime(item.at),
    subtitle: [
      formatAge(item.at),
      item.state === 'done' ? describeContents(item) : (item.failure ?? ''),
    ]
      .filter(Boolean)
      .join(' · '),
  }),
  endpoints: [listBackups],
})

/** The record of backups. Its picker also shows who created each backup. */
export const backup: typeof kind = {
  ...kind,
  ask(offer) {
    const ask = kind.ask(offer)
    return {
      ...ask,
      search: filterRows(async (context) => {
        const { services, facts } = context
        const slug = bucketSlugOf(facts)
        const [rows, all, people] = await Promise.all([
          ask.search('', context),
          kind.all(services, slug),
          readPeople(services, slug),
        ])
        const reasons = new Map(all.map((item) => [item.id, describeReason(item, people)]))
        return rows.map((row) => ({
          ...row,
          subtitle: `${row.subtitle ?? ''} · ${reasons.get(row.id) ?? ''}`,
        }))
      }),
    }
  },
}

/** Returns why a backup contains nothing to restore; undefined if it can be restored. */
export const whyEmpty = ({ state }: Backup): string | undefined =>
  ({
    done: undefined,
    failed: 'This backup failed and is empty.',
    running: 'This backup is still running.',
  })[state]
