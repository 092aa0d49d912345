import { AUDIT_DAYS, type AuditKind } from '@typecase/contract/audit'
import { newId } from '@typecase/contract/ids'
import type { FastifyRequest } from 'fastify'

import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import type { Caller } from '../../http/principal.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    audit_log: {
      id: string
      kind: AuditKind
      created_at: string
      user_id: string | null
      ip: string | null
      agent: string | null
      /** The assistant that acted for the user. */
      client: string | null
      workspace_id: string | null
      project_id: string | null
      bucket_id: string | null
      subject_id: string | null
      subject: string
      details: string
    }
  }
}

/** The user of an action, with the limits of their token, their IP address and browser. */
export interface Actor extends Caller {
  readonly ip: string
  readonly agent: string
}

/** Returns the actor of a call. */
export const actorOf = (call: {
  readonly principal: Caller
  readonly ip: string
  readonly request: FastifyRequest
}): Actor => ({
  ...call.principal,
  ip: call.ip,
  agent: call.request.headers['user-agent'] ?? '',
})

/** An action and its target. The narrowest scope is enough: the wider ones are looked up. */
export interface AuditedAct {
  readonly kind: AuditKind
  readonly bucketId?: string
  readonly projectId?: string
  readonly workspaceId?: string | null
  /** The target, if it is not the scope itself; `title` is for display, such as a name or an address. */
  readonly subject?: { readonly id?: string | null; readonly title: string }
  /** The changes; never a secret. */
  readonly details?: object
}

/** Maximum length of texts in an entry, in characters. */
const AGENT = 300
const SUBJECT = 300

/** Writes an entry to the audit log in the same write as the action, so that neither exists without the other. */
export async function audit(
  { db }: Pick<Write, 'db'>,
  { clock }: { readonly clock: Clock },
  { userId, ip, agent, client }: Actor,
  { kind, subject, details = {}, ...scope }: AuditedAct,
): Promise<void> {
  const around = await scopeAround(db, scope)
  await db
    .insertInto('audit_log')
    .values({
      id: newId(clock.now()),
      kind,
      created_at: clock.iso(),
      user_id: userId,
      ip: ip || null,
      agent: agent.slice(0, AGENT) || null,
      client: client?.name ?? null,
      workspace_id: around.workspaceId,
      project_id: around.projectId,
      bucket_id: scope.bucketId ?? null,
      subject_id: subject?.id ?? null,
      subject: (subject?.title ?? around.title).slice(0, SUBJECT),
      details: JSON.stringify(details),
    })
    .execute()
}

interface Around {
  workspaceId: string | null
  projectId: string | null
  /** Title of the scope itself. */
  title: string
}

async function scopeAround(
  db: Reader,
  { bucketId, projectId, workspaceId }: Pick<AuditedAct, 'bucketId' | 'projectId' | 'workspaceId'>,
): Promise<Around> {
  if (bucketId !== undefined) {
    const bucket = await db
      .selectFrom('buckets')
      .select(['project_id', 'title'])
      .where('id', '=', bucketId)
      .executeTakeFirstOrThrow()
    const around = await scopeAround(db, { projectId: bucket.project_id })
    return { ...around, title: bucket.title }
  }
  if (projectId !== undefined) {
    const project = await db
      .selectFrom('projects')
      .select(['workspace_id', 'title'])
      .where('id', '=', projectId)
      .executeTakeFirstOrThrow()
    return { workspaceId: project.workspace_id, projectId, title: project.title }
  }
  if (!workspaceId) return { workspaceId: null, projectId: null, title: '' }
  const workspace = await db
    .selectFrom('workspaces')
    .select('title')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return { workspaceId, projectId: null, title: workspace.title }
}

/** Returns the time before which entries are deleted, in ISO 8601. */
export const auditHorizon = (now: number): string =>
  new Date(now - AUDIT_DAYS * 24 * 3600 * 1000).toISOString()
