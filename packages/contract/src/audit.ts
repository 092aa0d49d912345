import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { limit, skip } from './page.ts'

/** Days for which entries are kept. */
export const AUDIT_DAYS = 400

/** Kinds of entries in the audit log. The part before the dot is the group; lists can filter by group as well. */
export const auditKinds = [
  'account.sign_in',
  'account.password',
  'account.two_factor',
  'account.email',
  'account.closed',
  'account.token_add',
  'account.token_delete',
  'account.assistant_add',
  'account.assistant_delete',
  'account.passkey_add',
  'account.passkey_delete',
  'account.link',
  'account.unlink',
  'account.session_end',
  'account.support',
  'workspace.add',
  'workspace.update',
  'workspace.delete',
  'workspace.publish_extension',
  'workspace.withdraw_extension',
  'project.add',
  'project.update',
  'project.archive',
  'project.unarchive',
  'project.move',
  'project.delete',
  'bucket.add',
  'bucket.update',
  'bucket.keys',
  'bucket.delete',
  'bucket.export',
  'bucket.import',
  'bucket.empty_trash',
  'bucket.connect_vercel',
  'bucket.disconnect_vercel',
  'bucket.link_vercel_project',
  'bucket.unlink_vercel_project',
  'bucket.install_extension',
  'bucket.switch_extension',
  'bucket.uninstall_extension',
  'bucket.extension_write',
  'bucket.add_webhook',
  'bucket.update_webhook',
  'bucket.delete_webhook',
  'bucket.restore_webhook',
  'bucket.rotate_webhook_secret',
  'bucket.add_shared_link',
  'bucket.update_shared_link',
  'bucket.revoke_shared_link',
  'bucket.add_backup',
  'bucket.restore_backup',
  'bucket.download_backup',
  'bucket.delete_backup',
  'bucket.set_backup_schedule',
  'bucket.revoke_assistant',
  'team.add',
  'team.update',
  'team.remove',
  'invite.add',
  'invite.resend',
  'invite.delete',
  'invite.confirm',
  'invite.reject',
] as const
export type AuditKind = (typeof auditKinds)[number]

/** An action with its user, time and IP address. */
export const auditEntry = () =>
  type({
    id: id(),
    kind: type.enumerated(...auditKinds),
    created_at: 'string',
    /** Null for a deleted account. */
    user: type({
      id: id(),
      first_name: 'string',
      last_name: 'string',
      avatar_url: 'string | null',
    }).or('null'),
    ip: 'string | null',
    agent: 'string | null',
    /** Name of the assistant that acted for the user; null if none did. */
    client: 'string | null',
    project_id: 'string | null',
    workspace_id: 'string | null',
    bucket_id: 'string | null',
    /** The target of the action: the title of a bucket, the name or address of a person. */
    subject: { id: 'string | null', title: 'string' },
    /** The changed fields, such as `{role: {from, to}}`; never a secret. */
    details: 'object',
  })
export type AuditEntry = ReturnType<typeof auditEntry>['infer']

export const listAudit = endpoint({
  id: 'audit.list',
  method: 'GET',
  path: '/audit/list',
  auth: 'user',
  summary:
    'Returns the audit log of a project, or of a workspace with its projects, for their admins; without either, what the user did with their own account. Covers 400 days, newest first.',
  query: () =>
    type({
      'project_id?': id(),
      'workspace_id?': id(),
      /** Limits the list to this bucket of the project or workspace. */
      'bucket_id?': id(),
      /** A kind, or a group such as `team`. */
      'kind?': 'string <= 50',
      /** The user who performed the action. */
      'user_id?': id(),
      /** ISO times: `since` is inclusive, `until` is exclusive. */
      'since?': 'string.date.iso',
      'until?': 'string.date.iso',
      'limit?': limit(),
      'skip?': skip(),
    }),
  response: () =>
    type({ entries: auditEntry().array(), total: 'number', limit: 'number', skip: 'number' }),
})
