import { auditKinds, listAudit } from '@typecase/contract/audit'
import { staffAudit } from '@typecase/contract/staff'
import type { SelectQueryBuilder } from 'kysely'

import type { App } from '../../app.ts'
import type { Tables } from '../../database/tables.ts'
import { invalid } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { assertStaff } from '../staff/assert-staff.ts'
import { assertMayUseAccount, openTeam } from '../teams/team-scope.ts'
import { avatarUrl } from '../users/user-view.ts'
import './audit-log.ts'

/** Default number of rows per page. */
const PAGE_SIZE = 50

export function routes({ db, settings }: App): Route[] {
  return [
    handle(listAudit, async ({ principal, query }) => {
      const { project_id, workspace_id } = query
      if (project_id !== undefined && workspace_id !== undefined) {
        throw invalid('workspace_id', 'workspace_id must not be sent with project_id', 'scope')
      }
      const { read } = db
      let entries = read.selectFrom('audit_log')
      if (project_id !== undefined) {
        await openTeam(read, principal, { resource: 'project', id: project_id }, 'audit:read')
        entries = entries.where('project_id', '=', project_id)
      } else if (workspace_id !== undefined) {
        await openTeam(read, principal, { resource: 'workspace', id: workspace_id }, 'audit:read')
        entries = entries.where('workspace_id', '=', workspace_id)
      } else {
        assertMayUseAccount(principal, 'audit:read')
        entries = entries
          .where('kind', 'in', kindsOf('account') ?? [])
          // The user's own actions, and support sessions in their account.
          .where((eb) =>
            eb.or([
              eb('audit_log.user_id', '=', principal.userId).and('kind', '!=', 'account.support'),
              eb('subject_id', '=', principal.userId).and('kind', '=', 'account.support'),
            ]),
          )
      }
      return readEntries(entries, query, settings.PUBLIC_URL)
    }),

    handle(staffAudit, async ({ principal, query }) => {
      await assertStaff(db.read, principal)
      let entries = db.read.selectFrom('audit_log')
      if (query.project_id !== undefined)
        entries = entries.where('project_id', '=', query.project_id)
      return readEntries(entries, query, settings.PUBLIC_URL)
    }),
  ]
}

interface Filter {
  readonly bucket_id?: string
  readonly kind?: string
  readonly user_id?: string
  readonly since?: string
  readonly until?: string
  readonly limit?: number
  readonly skip?: number
}

/** Reads a page of the selected entries. @throws Failure `invalid` for an unknown kind */
async function readEntries(
  from: SelectQueryBuilder<Tables, 'audit_log', object>,
  { bucket_id, kind, user_id, since, until, limit = PAGE_SIZE, skip = 0 }: Filter,
  publicUrl: string,
) {
  const kinds = kindsOf(kind)
  let selected = from
  if (bucket_id !== undefined) selected = selected.where('bucket_id', '=', bucket_id)
  if (kinds) selected = selected.where('kind', 'in', kinds)
  if (user_id !== undefined) selected = selected.where('audit_log.user_id', '=', user_id)
  if (since !== undefined) selected = selected.where('audit_log.created_at', '>=', isoOf(since))
  if (until !== undefined) selected = selected.where('audit_log.created_at', '<', isoOf(until))
  const { total } = await selected
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await selected
    .leftJoin('users', 'users.id', 'audit_log.user_id')
    .selectAll('audit_log')
    .select(['users.first_name', 'users.last_name', 'users.avatar', 'users.status'])
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .offset(skip)
    .execute()
  const entries = rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    created_at: row.created_at,
    user:
      row.user_id !== null && row.status === 'active'
        ? {
            id: row.user_id,
            first_name: row.first_name ?? '',
            last_name: row.last_name ?? '',
            avatar_url: avatarUrl(publicUrl, row.avatar),
          }
        : null,
    ip: row.ip,
    agent: row.agent,
    client: row.client,
    project_id: row.project_id,
    workspace_id: row.workspace_id,
    bucket_id: row.bucket_id,
    subject: { id: row.subject_id, title: row.subject },
    // Only `audit` writes this column, so the cast is safe.
    details: JSON.parse(row.details) as object,
  }))
  return { entries, total, limit, skip }
}

/** Returns the kinds that a filter names: one, or those of a group. @throws Failure `invalid` for an unknown name */
function kindsOf(kind: string | undefined) {
  if (kind === undefined) return undefined
  const kinds = auditKinds.filter((one) => one === kind || one.startsWith(`${kind}.`))
  if (kinds.length === 0) {
    throw invalid('kind', 'kind must be a kind of the audit log, or a group of them', 'enum')
  }
  return kinds
}

const isoOf = (time: string): string => new Date(time).toISOString()
