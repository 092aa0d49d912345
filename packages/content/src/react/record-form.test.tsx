// @vitest-environment jsdom
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { route } from '@typecase/plugin-sdk/route'
import { renderPlugin } from '@typecase/plugin-sdk/testing/render-plugin'
import { TextField } from '@typecase/ui/text-field'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { FormDialog } from './record-form.tsx'
import { useRecordForm } from './use-record-form.tsx'

const save = vi.fn<() => Promise<void>>()
const close = vi.fn<() => void>()

function LampDialog() {
  const form = useRecordForm({
    saved: { title: 'Desk' },
    rev: 1,
    labels: { title: 'Title' },
    problemsOf: () => ({}),
    save,
  })
  return (
    <FormDialog
      title="Edit lamp"
      isOpen
      onClose={close}
      form={form}
      noun="lamp"
      action="Save lamp"
      theirs="Title is “Floor” now."
    >
      <TextField {...form.field('title')} autoComplete="off" />
    </FormDialog>
  )
}

const plugin = definePlugin({
  id: 'lamps',
  version: '1.0.0',
  api: 1,
  title: 'Lamps',
  description: 'Lamps of a bucket.',
  icon: 'lightbulb',
  routes: [
    route({
      id: 'lamps.edit',
      mount: 'bucket',
      path: 'lamps',
      title: 'Lamp',
      load: () => Promise.resolve({ default: LampDialog }),
    }),
  ],
})

test('a conflicting save is shown in the dialog, and after the choice the first field has the focus', async () => {
  await renderPlugin(plugin, {
    route: 'lamps.edit',
    params: { bucketSlug: 'blog' },
    facts: { 'route.bucketSlug': 'blog' },
  })
  const title = await screen.findByRole('textbox', { name: 'Title' })
  const stale = { name: 'ApiError', code: 'stale', status: 409, details: [] }
  save.mockRejectedValueOnce(Object.assign(new Error('Stale'), stale))
  fireEvent.change(title, { target: { value: 'Desk lamp' } })
  fireEvent.submit(screen.getByRole('form', { name: 'Save lamp' }))
  const banner = await screen.findByRole('alert')
  expect(banner.textContent).toContain('Someone else saved this lamp. Title is “Floor” now.')
  expect(document.activeElement).toBe(banner)
  fireEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
  expect(document.activeElement).toBe(title)
  expect(screen.queryByRole('alert')).toBeNull()

  save.mockRejectedValueOnce(new Error('The server is busy.'))
  fireEvent.click(screen.getByRole('button', { name: 'Save lamp' }))
  expect((await screen.findByRole('alert')).textContent).toBe('The server is busy.')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(close).toHaveBeenCalledOnce()
})
