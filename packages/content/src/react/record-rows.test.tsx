// @vitest-environment jsdom
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { route } from '@typecase/plugin-sdk/route'
import { renderPlugin } from '@typecase/plugin-sdk/testing/render-plugin'
import { has } from '@typecase/plugin-sdk/when'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { defineRecord } from '../record/define-record.ts'
import { RecordRows } from './record-rows.tsx'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    'lamps.lamp': string
  }
}

interface Lamp {
  readonly id: string
  readonly title: string
}

const lamp = defineRecord({
  noun: 'lamp',
  icon: 'lightbulb',
  group: 'Lamps',
  when: has('route.bucketSlug'),
  arg: 'lamp_id',
  fact: 'lamps.lamp',
  query: () => ({ queryKey: ['lamps'], queryFn: () => Promise.resolve({ lamps: [] }) }),
  items: ({ lamps }: { lamps: readonly Lamp[] }) => lamps,
  row: ({ title }) => ({ label: title }),
  endpoints: [],
})

const lamps: readonly Lamp[] = [
  { id: 'a', title: 'Desk' },
  { id: 'b', title: 'Floor' },
]

function Lamps() {
  return (
    <RecordRows record={lamp} items={lamps} aria-label="Lamps">
      {({ title }, { opener, button }) => (
        <button
          type="button"
          data-row={opener['data-row']}
          tabIndex={opener.excludeFromTabOrder ? -1 : 0}
        >
          {title} {button.args.lamp_id}
        </button>
      )}
    </RecordRows>
  )
}

const lampsRoute = route({
  id: 'lamps.list',
  mount: 'bucket',
  path: 'lamps',
  title: 'Lamps',
  load: () => Promise.resolve({ default: Lamps }),
})

const plugin = definePlugin({
  id: 'lamps',
  version: '1.0.0',
  api: 1,
  title: 'Lamps',
  description: 'Lamps of a bucket.',
  icon: 'lightbulb',
  routes: [lampsRoute],
  facts: [lamp.factDeclaration],
})

test('the focused row is the current record, and the only row in the tab order', async () => {
  const { host } = await renderPlugin(plugin, {
    route: 'lamps.list',
    params: { bucketSlug: 'blog' },
    facts: { 'route.bucketSlug': 'blog' },
  })
  const [desk, floor] = [
    await screen.findByRole('button', { name: 'Desk a' }),
    screen.getByRole('button', { name: 'Floor b' }),
  ]
  expect(screen.getByRole('list', { name: 'Lamps' })).toBeDefined()
  expect(host.facts.get()['lamps.lamp']).toBeUndefined()
  expect([desk.tabIndex, floor.tabIndex]).toEqual([0, -1])
  await userEvent.click(floor)
  expect(host.facts.get()['lamps.lamp']).toBe('b')
  expect([desk.tabIndex, floor.tabIndex]).toEqual([-1, 0])
})
