import type { FactValues } from '@typecase/plugin-sdk/facts'
import { expect, test } from 'vitest'

import { tiers } from '../../src/commands/ranking.ts'
import { bootPalette } from './palette.fixture.ts'

/** Common phrases, typed where people would type them, with all permissions. Each command competes with all others. */

const { catalog, search } = await bootPalette()

const id = '0123456789abcdef01234567'
const everything = new Set([
  'audit:read',
  'billing:write',
  'bucket:read',
  'bucket:settings',
  'comments:write',
  'import:write',
  'media:read',
  'media:write',
  'media:delete',
  'objects:delete',
  'objects:publish',
  'objects:read',
  'objects:write',
  'settings:write',
  'team:read',
  'team:write',
  'types:write',
  'webhooks:write',
])
const account = { 'session.isLoggedIn': true, can: everything }
const bucket = { ...account, 'route.bucketSlug': 'archive', 'route.projectID': id }
const list = {
  ...bucket,
  'route.id': 'objects.list',
  'view.query': { type: 'artworks' },
  'view.total': 1284,
  'objects.type': 'artworks',
  'objects.isArranged': true,
  'objects.rowCount': 10,
  'objects.row': id,
}
const selection = {
  ...list,
  'selection.kind': 'object',
  'selection.ids': [id],
  'selection.count': 1,
}
const editor = {
  ...bucket,
  'route.id': 'objects.edit',
  'route.objectID': id,
  'editor.isEditing': true,
  'editor.hasNext': true,
  'editor.hasRichText': true,
}
const team = { ...account, 'project.id': id, 'project.role': 'admin', 'project.can': everything }

const phrases: readonly (readonly [typed: string, command: string, facts: FactValues])[] = [
  ['night mode', 'shell.toggle-theme', account],
  ['dark mode', 'shell.toggle-theme', account],
  ['logout', 'session.log-out', account],
  ['sign out', 'session.log-out', account],
  ['log off', 'session.log-out', account],
  ['two factor', 'account.set-up-two-step', account],
  ['change password', 'account.change-password', account],
  ['avatar', 'account.upload-picture', account],
  ['shortcuts', 'help.show-keys', account],
  ['new project', 'projects.new', account],
  ['invite', 'team.invite', team],
  ['add user', 'team.invite', team],
  ['permissions', 'team.edit-member', team],
  ['remove user', 'team.remove-member', team],
  ['dashboard', 'home.nav.go', bucket],
  ['recycle bin', 'trash.nav.go', bucket],
  ['deleted', 'trash.nav.go', bucket],
  ['calendar', 'schedule.nav.go', bucket],
  ['what is planned', 'schedule.nav.go', bucket],
  ['preferences', 'settings.nav.go', bucket],
  ['graphql', 'api.nav.go', bucket],
  ['releases', 'schedule.releases.nav.go', bucket],
  ['pictures', 'media.nav.go', bucket],
  ['schema', 'object-types.nav.go', bucket],
  ['new content type', 'object-types.new', bucket],
  ['new post', 'objects.new', bucket],
  ['create page', 'objects.new', bucket],
  ['add image', 'media.upload', bucket],
  ['credit card', 'billing.add-card', bucket],
  ['who did what', 'jobs.nav.go', bucket],
  ['activity', 'audit.open-activity-settings', bucket],
  ['plugins', 'extensions.nav.go', bucket],
  ['saved filters', 'smart-views.nav.go', bucket],
  ['wipe', 'trash.empty', bucket],
  ['revoke token', 'account.delete-token', bucket],
  ['documentation', 'api.nav.go', bucket],
  ['compact', 'appearance.set-density', list],
  ['sort newest', 'objects.sort-by', list],
  ['oldest first', 'objects.sort-by', list],
  ['sort by date', 'objects.sort-by', list],
  ['hide column', 'objects.hide-column', list],
  ['spreadsheet', 'objects.toggle-sheet', list],
  ['change text everywhere', 'objects.replace', list],
  ['bulk edit', 'objects.set-field', list],
  ['saved views', 'smart-views.nav.go', list],
  ['export csv', 'objects.export-csv', list],
  ['p', 'objects.publish', selection],
  ['pub', 'objects.publish', selection],
  ['publsh', 'objects.publish', selection],
  ['pbulish', 'objects.publish', selection],
  ['unpubish', 'objects.unpublish', selection],
  ['take offline', 'objects.unpublish', selection],
  ['set status', 'objects.set-field', selection],
  ['tag', 'objects.add-to-relation', selection],
  ['del', 'objects.delete', selection],
  ['duplciate', 'objects.duplicate', selection],
  ['how do I publish', 'objects.publish', editor],
  ['how can I publish this?', 'objects.publish', editor],
  ['go live', 'objects.publish', editor],
  ['take offline', 'objects.unpublish', editor],
  ['who changed this', 'jobs.changes-of-object', editor],
  ['compare versions', 'revisions.compare-with', editor],
  ['go back to yesterday', 'revisions.restore', editor],
  ['revert', 'revisions.restore-previous', editor],
  ['assign', 'comments.write', { ...editor, 'comments.isShown': true }],
  ['full screen', 'shell.enter-zen', editor],
  ['translate', 'locales.translate', editor],
  ['view on site', 'objects.view-public', editor],
  ['add locale', 'locales.add-version', editor],
  ['save', 'editor.save-draft', editor],
]

test.each(phrases)('“%s” finds %s first', (typed, command, facts) => {
  expect(catalog.get(command)?.title).toBeDefined()
  expect(search(typed, facts)[0]?.item.id).toBe(command)
})

test('letters from the middle of a word never find a command that changes something first', () => {
  const titles = catalog.list().map(({ title }) => title.toLowerCase())
  const parts = new Set(
    titles.flatMap((title) =>
      title.split(/[^a-z]+/).flatMap((word) => (word.length > 5 ? word.slice(2, 6) : [])),
    ),
  )
  for (const part of parts) {
    const [first] = search(part, bucket)
    if (first?.tier === tiers.fuzzy && !titleHas(first.item.title, part))
      expect(`${part}: ${first.item.isHarmless ? 'harmless' : first.item.title}`).toBe(
        `${part}: harmless`,
      )
  }
})

/** Whether the title has the letters at the beginning of its words. */
const titleHas = (title: string, letters: string): boolean =>
  new RegExp(`\\b${letters.split('').join('[a-z]*( [a-z]+)*?[ ]?')}`, 'i').test(title)
