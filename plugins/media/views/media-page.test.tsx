// @vitest-environment jsdom
import type { ManagedMedia } from '@typecase/contract/media'
import { renderPlugin } from '@typecase/plugin-sdk/testing/render-plugin'
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'

import plugin from '../plugin.ts'

const id = (n: number) => String(n).padStart(24, '0')
const media = (n: number, more: Partial<ManagedMedia> = {}): ManagedMedia => ({
  id: id(n),
  name: `${id(n)}-sea-${n}.png`,
  original_name: `sea-${n}.png`,
  size: 1000,
  type: 'image/png',
  bucket: id(0),
  folder: null,
  title: '',
  alt_text: 'The sea',
  width: 600,
  height: 400,
  duration: null,
  blurhash: null,
  color: '#336699',
  metadata: {},
  url: `/media/${id(n)}-sea-${n}.png`,
  imgix_url: `/media/${id(n)}-sea-${n}.png`,
  created_at: '2026-01-01T00:00:00.000Z',
  created_by: null,
  modified_at: '2026-01-01T00:00:00.000Z',
  modified_by: null,
  rev: 3,
  may_hold_location: false,
  ...more,
})

const show = (
  all: readonly ManagedMedia[],
  more: object = {},
  search: Record<string, unknown> = {},
) =>
  renderPlugin(plugin, {
    route: 'media.list',
    params: { bucketSlug: 'archive' },
    search,
    facts: {
      'route.bucketSlug': 'archive',
      'route.id': 'media.list',
      can: new Set(['media:write']),
    },
    api: {
      'media.list': () => ({ media: all, total: all.length, limit: 96, skip: 0 }),
      'media.references': () => ({
        references: [
          {
            object_id: id(9),
            title: 'The door',
            fields: [{ field: 'metadata.hero', label: 'Hero image' }],
          },
        ],
        total: 1,
        limit: 5,
        skip: 0,
      }),
      ...more,
    },
  })

test('limit and skip in the address show a part of the list', async () => {
  const requests: unknown[] = []
  const all = [1, 2, 3, 4, 5].map((n) => media(n))
  await show(
    all,
    {
      'media.list': ({ query }: { query?: unknown }) => {
        const { limit, skip } = query as { limit: number; skip: number }
        requests.push({ limit, skip })
        return { media: all.slice(skip, skip + limit), total: 5, limit, skip }
      },
    },
    { limit: 2, skip: 1 },
  )
  await screen.findByRole('complementary', { name: 'sea-2.png' })
  expect(requests).toEqual([{ limit: 2, skip: 1 }])
})

test('the details show the current picture and the objects that use it', async () => {
  await show([media(1, { alt_text: 'A wave' })])
  const pane = await screen.findByRole('complementary', { name: 'sea-1.png' })
  expect(within(pane).getByRole('img', { name: 'A wave' }).getAttribute('src')).toBe(
    `/media/${id(1)}-sea-1.png?w=640&auto=format`,
  )
  expect(within(pane).getByText('600 × 400')).toBeDefined()
  expect((await within(pane).findByRole('link', { name: 'The door' })).textContent).toBe('The door')
  expect(within(pane).getByText('Hero image')).toBeDefined()
})

test('the details say that browsers cannot show a HEIC file, and that its metadata was kept', async () => {
  const heic = { type: 'image/heic', original_name: 'sea.heic', alt_text: 'A wave' }
  await show([media(1, { ...heic, may_hold_location: true })])
  const pane = await screen.findByRole('complementary', { name: 'sea.heic' })
  expect(within(pane).queryByRole('img', { name: 'A wave' })).toBeNull()
  expect(
    within(pane).getByText('Browsers cannot show this format. Download the file to see it.'),
  ).toBeDefined()
  expect(within(pane).getByText('Kept, and may include a location')).toBeDefined()
  expect(within(pane).getByText('600 × 400')).toBeDefined()
  expect(within(pane).getByRole('button', { name: /Download/ })).toBeDefined()
  expect(within(pane).queryByRole('button', { name: /Focal point/ })).toBeNull()
})

test('an alt text is saved once, when its field loses the focus, and can be undone', async () => {
  const bodies: unknown[] = []
  const { host } = await show([media(1)], {
    'media.update': ({ body }: { body?: unknown }) => {
      bodies.push(body)
      return { media: media(1, { alt_text: 'Grey waves', rev: 4 }), change_set_id: id(7) }
    },
  })
  const field = await screen.findByRole('textbox', { name: 'Alt text' })
  await userEvent.click(field)
  await userEvent.tab()
  await userEvent.clear(field)
  await userEvent.type(field, 'Grey waves')
  await userEvent.tab()
  await expect
    .poll(() => host.log.outcomes)
    .toMatchObject([
      {
        message: 'Saved the alt text.',
        undo: {
          command: 'jobs.undo-change-set',
          args: { bucket: 'archive', change_set_id: id(7) },
        },
      },
    ])
  expect(bodies).toEqual([
    { slug: 'archive', media_id: id(1), data: { alt_text: 'Grey waves' }, rev: 3 },
  ])
})

test('an unsaved title is still there after leaving the page and coming back', async () => {
  const first = await show([media(2)])
  await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'Waves')
  first.unmount()
  await show([media(2)])
  const field = await screen.findByRole('textbox', { name: 'Title' })
  expect((field as HTMLInputElement).value).toBe('Waves')
})

test('files dropped on the page are uploaded', async () => {
  const { container, host } = await show([])
  const file = new File(['x'], 'storm.png', { type: 'image/png' })
  const dataTransfer = { files: [file], types: ['Files'] }
  const page = container.firstElementChild
  if (!page) throw new Error('There is no page.')
  fireEvent.dragOver(page, { dataTransfer })
  fireEvent.drop(page, { dataTransfer })
  expect(host.log.ran).toMatchObject([
    { command: 'media.upload', args: { files: [{ name: 'storm.png', size: 1 }] } },
  ])
})

test('a bucket without media says that there are none yet', async () => {
  await show([])
  expect(await screen.findByText('No media yet')).toBeDefined()
})
