import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { objectRow, releaseRow } from '@typecase/content/object-facts'
import { recordCommand } from '@typecase/content/record/define-record'
import { undoCommand } from '@typecase/content/record/record-undo'
import { listReleases } from '@typecase/contract/releases'
import type { Ask, AskPicker, AskScope } from '@typecase/plugin-sdk/ask'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { type Scope, scope, scopesOf } from '@typecase/plugin-sdk/scope'
import { Api } from '@typecase/plugin-sdk/services'
import { filterRows } from '@typecase/plugin-sdk/text-match'
import { type } from 'arktype'

import { isLinkOpen, sharedLink } from './link-record.ts'

const runs = () => import('./link-runs.ts')
const { group, when } = sharedLink

/** Returns the selection, the open object, the list, or else the row. */
function scopeFrom(facts: FactValues): Scope | undefined {
  const [first] = scopesOf(facts)
  const row = objectRow(facts)
  return first ?? (row === undefined ? undefined : { kind: 'current', ids: [row] })
}

const askScope: AskScope = {
  kind: 'scope',
  title: 'Objects',
  search: async (query, context) =>
    (await import('@typecase/content/bucket-rows')).bucketRows(query, context),
}

const askRelease: AskPicker = {
  kind: 'picker',
  title: 'Release',
  placeholder: 'Which release?',
  search: filterRows(async ({ services, facts }) => {
    const query = { slug: bucketSlugOf(facts) }
    const { releases } = await services.get(Api).call(listReleases, { query })
    return releases.map(({ id, title }) => ({ id, value: id, label: title, icon: 'box' }))
  }),
}

const days: Ask = {
  kind: 'choice',
  title: 'Works for',
  choices: [
    { value: 7, label: '7 days' },
    { value: 1, label: '1 day' },
    { value: 30, label: '30 days' },
    { value: 90, label: '90 days' },
  ],
}
const takesComments: Ask = {
  kind: 'boolean',
  title: 'Comments',
  yes: 'Guests can comment by name and e-mail',
  no: 'Guests can only read',
  isAlwaysAsked: true,
}

const terms = () => ({
  days: type('1 <= number.integer <= 365'),
  'takes_comments?': type('boolean'),
})

export const shareArgs = () => type({ scope: scope(), ...terms() })

export const shareObjects = defineCommand({
  id: 'preview.share',
  title: 'Share preview link…',
  aliases: ['Share draft', 'Create shared link', 'Get a link for guests'],
  keywords: ['guest', 'client', 'review', 'approve', 'public', 'url', 'without account'],
  group,
  when,
  icon: 'link',
  effect: 'write',
  args: shareArgs,
  defaults: (facts) => ({ scope: scopeFrom(facts) }),
  ask: { scope: askScope, days, takes_comments: takesComments },
  load: async () => (await runs()).shareObjects,
})

export const shareReleaseArgs = () => type({ release_id: 'string', ...terms() })

export const shareRelease = defineCommand({
  id: 'preview.share-release',
  title: 'Share preview link of release…',
  aliases: ['Share release'],
  keywords: ['guest', 'client', 'review', 'approve', 'url'],
  group,
  when,
  icon: 'link',
  effect: 'write',
  args: shareReleaseArgs,
  defaults: (facts) => ({ release_id: releaseRow(facts) }),
  ask: { release_id: askRelease, days, takes_comments: takesComments },
  load: async () => (await runs()).shareRelease,
})

export const copyLink = recordCommand(sharedLink, {
  id: 'preview.copy-link',
  title: 'Copy shared link…',
  aliases: ['Copy address of shared link'],
  keywords: ['clipboard', 'url', 'guest'],
  icon: 'copy',
  effect: 'none',
  offer: isLinkOpen,
  load: async () => (await runs()).copyLink,
})

export const renewArgs = () => type({ link_id: 'string', days: '1 <= number.integer <= 365' })

export const renewLink = recordCommand(sharedLink, {
  id: 'preview.renew-link',
  title: 'Renew shared link…',
  aliases: ['Extend shared link', 'Open shared link again'],
  keywords: ['expires', 'longer', 'revoked', 'guest'],
  icon: 'refresh-cw',
  effect: 'write',
  args: renewArgs,
  ask: { days },
  load: async () => (await runs()).renewLink,
})

export const revokeLink = recordCommand(sharedLink, {
  id: 'preview.revoke-link',
  title: 'Revoke shared link…',
  aliases: ['Delete shared link', 'Close shared link'],
  keywords: ['close', 'end', 'guest'],
  icon: 'ban',
  // An undo opens the link again.
  effect: 'write',
  offer: isLinkOpen,
  load: async () => (await runs()).revokeLink,
})

export const allowCommentsArgs = () => type({ link_id: 'string', takes_comments: 'boolean' })

export const allowComments = recordCommand(sharedLink, {
  id: 'preview.allow-comments',
  title: 'Allow comments by shared link, or not…',
  aliases: ['Stop comments by shared link'],
  keywords: ['guest', 'feedback'],
  icon: 'message-square',
  effect: 'write',
  args: allowCommentsArgs,
  ask: { takes_comments: takesComments },
  load: async () => (await runs()).allowComments,
})

export const setLinkPassword = recordCommand(sharedLink, {
  id: 'preview.set-link-password',
  title: 'Set password of shared link…',
  aliases: ['Protect shared link', 'Remove password of shared link'],
  keywords: ['secret', 'lock', 'guest'],
  icon: 'lock',
  effect: 'nav',
  load: async () => (await runs()).setLinkPassword,
})

export const undoLink = undoCommand(sharedLink, {
  id: 'preview.undo-link',
  load: async () => (await runs()).changes.undoModule,
})

export const linkCommands: readonly AnyCommand[] = [
  shareObjects,
  shareRelease,
  copyLink,
  renewLink,
  revokeLink,
  allowComments,
  setLinkPassword,
  undoLink,
]
