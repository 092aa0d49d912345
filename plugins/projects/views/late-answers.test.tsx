// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { route } from '@typecase/plugin-sdk/route'
import { Queries } from '@typecase/plugin-sdk/services'
import { renderPlugin } from '@typecase/plugin-sdk/testing/render-plugin'
import { expect, test } from 'vitest'

import plugin from '../plugin.ts'
import GeneralSection from './general-section.tsx'
import ProjectSection from './project-section.tsx'

const user = userEvent.setup()
const facts = { 'route.bucketSlug': 'archive', can: new Set(['bucket:settings']) }

test.each([
  ['bucket', () => <GeneralSection bucketSlug="archive" />],
  ['project', () => <ProjectSection projectID="p1" />],
] as const)(
  'the edited field of a %s keeps its text and focus when a newer state arrives',
  async (_what, Section) => {
    const shared = { role: 'admin', archived: false, total_users: 1, buckets: [] }
    let saved = { rev: 1, title: 'Archive', slug: 'old', description: 'old' }
    const api = {
      'buckets.get': () => ({ bucket: { ...shared, ...saved, id: 'b1' } }),
      'projects.get': () => ({ project: { ...shared, ...saved, id: 'p1' } }),
    }
    const page = route({
      id: 'projects.form',
      mount: 'bucket',
      path: 'form',
      title: 'Form',
      load: async () => ({ default: Section }),
    })
    const { host } = await renderPlugin(
      { ...plugin, routes: [page] },
      { route: page.id, params: { bucketSlug: 'archive' }, api, facts },
    )
    const title = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })
    await user.type(title, ', 1944')
    saved = { rev: 2, title: 'Theirs', slug: 'newer', description: 'newer' }
    await act(() => host.services.get(Queries).refetchQueries())
    const other = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Slug|Description/ })
    // A field without typed text follows the saved value.
    await waitFor(() => expect(other().value).toBe('newer'))
    expect(title.isConnected).toBe(true)
    expect(title.value).toBe('Archive, 1944')
    expect(document.activeElement).toBe(title)
    cleanup()
  },
)
