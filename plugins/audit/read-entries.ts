import { type AuditEntry, listAudit } from '@typecase/contract/audit'
import { staffAudit } from '@typecase/contract/staff'
import type { ApiService } from '@typecase/plugin-sdk/services'

/** The subject of a log: a project or workspace, the installation, or the user's account. */
export interface AuditScope {
  readonly project_id?: string
  readonly workspace_id?: string
  readonly is_everything?: boolean
}

/** The filter of the log. */
export interface AuditFilter {
  readonly bucket_id?: string
  readonly kind?: string
  readonly user_id?: string
  readonly since?: string
}

interface Page {
  readonly entries: AuditEntry[]
  readonly total: number
}

/** Reads a page of the log. */
export function readEntries(
  api: Pick<ApiService, 'call'>,
  { is_everything: isEverything = false, ...scope }: AuditScope,
  filter: AuditFilter,
  page: { limit: number; skip: number; until?: string },
  signal?: AbortSignal,
): Promise<Page> {
  const options = signal ? { signal } : {}
  if (isEverything) return api.call(staffAudit, { query: { ...filter, ...page } }, options)
  return api.call(listAudit, { query: { ...scope, ...filter, ...page } }, options)
}
