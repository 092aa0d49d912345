import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { isEditing, isOpen } from '@typecase/content/object-facts'
import { listRevisions } from '@typecase/contract/object-revisions'
import type { AskPicker } from '@typecase/plugin-sdk/ask'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { Here } from '@typecase/plugin-sdk/here'
import { Announcer, Api, Storage } from '@typecase/plugin-sdk/services'
import { filterRows } from '@typecase/plugin-sdk/text-match'
import { and, has } from '@typecase/plugin-sdk/when'
import { formatDateTime } from '@typecase/ui/format'
import { type } from 'arktype'

import {
  colorNames,
  colorsKey,
  deviceKey,
  deviceNames,
  devices,
  toggleShown,
  zoomKey,
} from '../pane/preferences.ts'
import { previewPage } from '../pane/preview-page.ts'

const group = 'Preview'
const runs = () => import('./pane-runs.ts')
/** Asks for an earlier revision of the object whose page is shown, newest first. */
const askRevision: AskPicker = {
  kind: 'picker',
  title: 'Revision',
  placeholder: 'Which revision?',
  search: filterRows(async ({ services, facts, signal }) => {
    const object_id = services.get(Here).page(previewPage)?.objectID() ?? ''
    const query = { slug: bucketSlugOf(facts), object_id, limit: 100 }
    const { revisions } = await services.get(Api).call(listRevisions, { query }, { signal })
    return revisions.map(({ id, rev, name, title, status, created_at }) => {
      const label = name ?? formatDateTime(created_at)
      return { id, value: { rev, title: label }, label, subtitle: `${title} · ${status}` }
    })
  }),
}

const hasPage = and(isOpen, has('preview.isShown'), has('preview.hasPage'))
const isConnected = and(isEditing, hasPage, has('preview.isConnected'))

/** Shows or hides the preview. In a narrow window it covers the form, so this switches between the two. */
const toggle = defineCommand({
  id: 'preview.toggle',
  title: 'Show or hide the preview',
  aliases: ['Preview', 'Live preview', 'Show the preview next to the form'],
  keywords: ['site', 'page', 'website', 'visual', 'split', 'side by side'],
  group,
  icon: 'monitor',
  order: 18,
  when: isOpen,
  effect: 'none',
  runNow(_args, { services }) {
    const isShown = toggleShown(services.get(Storage))
    services.get(Announcer).say(isShown ? 'The preview is shown.' : 'The preview is hidden.')
  },
})

const openWindow = defineCommand({
  id: 'preview.open-window',
  title: 'Open or close the window of the preview',
  aliases: ['Open the preview in its own window', 'Preview in a separate window'],
  keywords: ['second screen', 'monitor', 'pop-up', 'detach'],
  group,
  icon: 'app-window',
  when: hasPage,
  effect: 'none',
  runNow: (_args, { page }) => page(previewPage)?.toggleWindow(),
})

const reload = defineCommand({
  id: 'preview.reload',
  title: 'Reload the preview',
  aliases: ['Refresh the preview'],
  keywords: ['page', 'again'],
  group,
  icon: 'refresh-cw',
  when: hasPage,
  effect: 'none',
  runNow: (_args, { page }) => page(previewPage)?.reload(),
})

const showLabels = defineCommand({
  id: 'preview.show-labels',
  title: 'Label what can be edited in the preview',
  aliases: ['Click to edit', 'Show labels in the preview'],
  keywords: ['hints', 'letters', 'links', 'jump', 'field'],
  group,
  icon: 'tag',
  when: isConnected,
  effect: 'none',
  runNow: (_args, { page }) => page(previewPage)?.showLabels(),
})

const next = defineCommand({
  id: 'preview.next',
  title: 'Edit the next part of the page',
  aliases: ['Next editable'],
  keywords: ['preview', 'following', 'field'],
  group,
  icon: 'chevron-right',
  when: isConnected,
  effect: 'none',
  runNow: (_args, { page }) => page(previewPage)?.step(1),
})

const previous = defineCommand({
  id: 'preview.previous',
  title: 'Edit the previous part of the page',
  aliases: ['Previous editable'],
  keywords: ['preview', 'before', 'field'],
  group,
  icon: 'chevron-left',
  when: isConnected,
  effect: 'none',
  runNow: (_args, { page }) => page(previewPage)?.step(-1),
})

const goBack = defineCommand({
  id: 'preview.go-back',
  title: 'Go back to the object of the page',
  keywords: ['preview', 'return', 'related'],
  group,
  icon: 'arrow-left',
  when: and(isEditing, has('preview.isRelated')),
  effect: 'none',
  runNow: (_args, { page }) => page(previewPage)?.goBack(),
})

export const deviceArgs = () => type({ device: type.enumerated(...deviceNames) })

export const setDevice = defineCommand({
  id: 'preview.set-device',
  title: 'Show the preview as on…',
  aliases: ['Preview on a phone', 'Preview on a tablet', 'Device of the preview'],
  keywords: ['mobile', 'responsive', 'width', 'desktop', 'viewport'],
  group,
  icon: 'smartphone',
  when: hasPage,
  effect: 'none',
  args: deviceArgs,
  ask: {
    device: {
      kind: 'choice',
      title: 'Device',
      choices: deviceNames.map((value) => ({ value, ...devices[value] })),
    },
  },
  runNow: ({ device }, { services }) => services.get(Storage).set(deviceKey, device),
})

const toggleZoom = defineCommand({
  id: 'preview.toggle-zoom',
  title: 'Zoom the preview to fit, or not',
  aliases: ['Zoom to fit'],
  keywords: ['scale', 'size', 'device', '100 %'],
  group,
  icon: 'maximize-2',
  when: hasPage,
  effect: 'none',
  runNow(_args, { services }) {
    const storage = services.get(Storage)
    if (storage.get(zoomKey) === false) storage.remove(zoomKey)
    else storage.set(zoomKey, false)
  },
})

export const colorArgs = () => type({ colors: type.enumerated(...colorNames) })
const colorLabels = { dashboard: 'As the dashboard', light: 'Light', dark: 'Dark' }

export const setColors = defineCommand({
  id: 'preview.set-colors',
  title: 'Show the preview in light or dark…',
  aliases: ['Dark preview', 'Colors of the preview'],
  keywords: ['theme', 'color scheme', 'mode'],
  group,
  icon: 'moon',
  when: hasPage,
  effect: 'none',
  args: colorArgs,
  ask: {
    colors: {
      kind: 'choice',
      title: 'Colors',
      choices: colorNames.map((value) => ({ value, label: colorLabels[value] })),
    },
  },
  runNow: ({ colors }, { services }) => services.get(Storage).set(colorsKey, colors),
})

export const siteArgs = () => type({ site: 'string' })

const chooseSite = defineCommand({
  id: 'preview.choose-site',
  title: 'Show another preview site…',
  aliases: ['Switch preview site', 'Choose preview site'],
  keywords: ['website', 'change', 'staging'],
  group,
  icon: 'globe',
  when: hasPage,
  effect: 'none',
  args: siteArgs,
  ask: {
    site: {
      kind: 'picker',
      title: 'Preview site',
      async search(_query, { services }) {
        const sites = services.get(Here).page(previewPage)?.sites() ?? []
        return sites.map(({ id, name, url }) => ({ id, value: id, label: name, subtitle: url }))
      },
    },
  },
  load: async () => (await runs()).chooseSite,
})

export const revisionArgs = () =>
  type({ revision: type({ rev: 'number.integer >= 0', title: 'string' }) })

const showRevision = defineCommand({
  id: 'preview.show-revision',
  title: 'Show revision in the preview…',
  aliases: ['View revision as a page', 'Preview a revision'],
  keywords: ['history', 'version', 'restore point', 'former', 'time'],
  group,
  icon: 'history',
  when: hasPage,
  effect: 'none',
  args: revisionArgs,
  ask: { revision: askRevision },
  load: async () => (await runs()).showRevision,
})

const leaveRevision = defineCommand({
  id: 'preview.leave-revision',
  title: 'Show the draft in the preview',
  aliases: ['Leave the revision', 'Back to the draft'],
  keywords: ['newest', 'edit'],
  group,
  icon: 'pencil',
  when: and(hasPage, has('preview.isRevision')),
  effect: 'none',
  runNow: (_args, { page }) => page(previewPage)?.showRevision(undefined),
})

const copyAddress = defineCommand({
  id: 'preview.copy-address',
  title: 'Copy the address of the preview',
  keywords: ['url', 'link', 'clipboard'],
  group,
  icon: 'copy',
  when: hasPage,
  effect: 'none',
  load: async () => (await runs()).copyAddress,
})

export const partArgs = () => type({ object: 'string', path: 'string' })

/** Edits a part of the page. The palette's rows run it. */
export const editPart = defineCommand({
  id: 'preview.edit-part',
  title: 'Edit a part of the page',
  group,
  icon: 'pencil',
  isInternal: true,
  when: isConnected,
  effect: 'nav',
  args: partArgs,
  load: async () => (await runs()).editPart,
})

export const paneCommands: readonly AnyCommand[] = [
  toggle,
  openWindow,
  reload,
  showLabels,
  next,
  previous,
  goBack,
  setDevice,
  toggleZoom,
  setColors,
  chooseSite,
  copyAddress,
  showRevision,
  leaveRevision,
  editPart,
]
