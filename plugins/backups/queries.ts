import { type Backup, listBackups } from '@typecase/contract/backups'
import type { OutputOf } from '@typecase/contract/endpoint'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

export type BackupList = OutputOf<typeof listBackups>

/** How often the list is read again: while one is being made, and otherwise, ms. */
const SOON_MS = 1000
const LATER_MS = 10_000

export const backupsQuery = (services: Services, slug: string) => ({
  ...apiQueryOptions(services, listBackups, { query: { slug } }),
  refetchInterval: ({ state: { data } }: { state: { data: BackupList | undefined } }) =>
    data?.backups.some(({ state }) => state === 'running') ? SOON_MS : LATER_MS,
})

export const readBackups = (services: Services, slug: string): Promise<BackupList> =>
  services.get(Queries).fetchQuery({ ...backupsQuery(services, slug), staleTime: 0 })

/** @throws Refusal where it is gone */
export async function readBackup(services: Services, slug: string, id: string): Promise<Backup> {
  const found = (await readBackups(services, slug)).backups.find((one) => one.id === id)
  if (!found) throw new Refusal('This backup no longer exists.')
  return found
}

/** After anything was made, changed or deleted: all that shows backups asks again. */
export const refreshBackups = (services: Services): Promise<void> =>
  services.get(Queries).invalidateQueries({ queryKey: [listBackups.id] })
