import type { AuditEntry, AuditKind } from '@typecase/contract/audit'

/** The verb of each kind of entry. It follows the name of the person. */
export const actWords: Readonly<Record<AuditKind, string>> = {
  'account.sign_in': 'logged in',
  'account.password': 'changed the password',
  'account.two_factor': 'changed two-step sign-in',
  'account.email': 'changed the e-mail address',
  'account.closed': 'closed the account',
  'account.token_add': 'created an access token',
  'account.assistant_add': 'connected an assistant',
  'account.assistant_delete': 'revoked an assistant',
  'bucket.revoke_assistant': 'revoked an assistant of someone else',
  'account.token_delete': 'deleted an access token',
  'account.passkey_add': 'added a passkey',
  'account.passkey_delete': 'removed a passkey',
  'account.link': 'linked an account',
  'account.unlink': 'unlinked an account',
  'account.session_end': 'ended a session',
  'account.support': 'looked at an account as support',
  'workspace.add': 'created a workspace',
  'workspace.update': 'changed a workspace',
  'workspace.delete': 'deleted a workspace',
  'workspace.publish_extension': 'published an extension',
  'workspace.withdraw_extension': 'withdrew an extension',
  'project.add': 'created a project',
  'project.update': 'changed a project',
  'project.archive': 'archived a project',
  'project.unarchive': 'unarchived a project',
  'project.move': 'moved a project',
  'project.delete': 'deleted a project',
  'bucket.add': 'created a bucket',
  'bucket.update': 'changed the settings of a bucket',
  'bucket.keys': 'changed the keys of a bucket',
  'bucket.delete': 'deleted a bucket',
  'bucket.export': 'exported',
  'bucket.import': 'imported',
  'bucket.empty_trash': 'emptied the trash',
  'bucket.connect_vercel': 'connected Vercel',
  'bucket.disconnect_vercel': 'disconnected Vercel',
  'bucket.link_vercel_project': 'linked a Vercel project',
  'bucket.unlink_vercel_project': 'unlinked a Vercel project',
  'bucket.install_extension': 'installed an extension',
  'bucket.switch_extension': 'turned an extension on or off',
  'bucket.uninstall_extension': 'uninstalled an extension',
  'bucket.extension_write': 'changed objects through an extension',
  'bucket.add_webhook': 'added a webhook',
  'bucket.update_webhook': 'changed a webhook',
  'bucket.delete_webhook': 'deleted a webhook',
  'bucket.restore_webhook': 'restored a webhook',
  'bucket.rotate_webhook_secret': 'rotated the secret of a webhook',
  'bucket.add_shared_link': 'shared a link',
  'bucket.update_shared_link': 'changed a shared link',
  'bucket.revoke_shared_link': 'revoked a shared link',
  'bucket.add_backup': 'created a backup',
  'bucket.restore_backup': 'restored a backup',
  'bucket.download_backup': 'downloaded a backup',
  'bucket.delete_backup': 'deleted a backup',
  'bucket.set_backup_schedule': 'changed the backup schedule',
  'team.add': 'added a member',
  'team.update': 'changed a role',
  'team.remove': 'removed a member',
  'invite.add': 'invited',
  'invite.resend': 'invited again',
  'invite.delete': 'withdrew an invitation',
  'invite.confirm': 'accepted an invitation',
  'invite.reject': 'declined an invitation',
}

/** The options of the filter by kind. */
export const groups = [
  { id: 'account', label: 'Accounts and sign-ins' },
  { id: 'team', label: 'Members and roles' },
  { id: 'invite', label: 'Invitations' },
  { id: 'bucket', label: 'Buckets and keys' },
  { id: 'project', label: 'Projects' },
  { id: 'workspace', label: 'Workspaces' },
] as const

export function nameOf({ user }: Pick<AuditEntry, 'user'>): string {
  if (user === null) return 'A former member'
  return `${user.first_name} ${user.last_name}`.trim() || 'Someone without a name'
}

/** Describes the changed values in one line: `role: user → manager · reason: Requested by e-mail`. */
export const describeDetails = (details: object): string =>
  Object.entries(details)
    .flatMap(([name, value]) => {
      const words = describeValue(value)
      return words === '' ? [] : [`${name.replaceAll('_', ' ')}: ${words}`]
    })
    .join(' · ')

function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (Array.isArray(value)) return value.map(describeValue).join(', ')
  if (typeof value === 'string') return value
  if (typeof value !== 'object') return JSON.stringify(value)
  if ('from' in value && 'to' in value)
    return `${describeValue(value.from)} → ${describeValue(value.to)}`
  return Object.entries(value)
    .map(([name, one]) => `${name} ${describeValue(one)}`)
    .join(', ')
}
