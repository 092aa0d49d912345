import { expect, test, vi } from 'vitest'

import { plain, setUp } from './run.fixture.ts'

const refusal = (rule: string) =>
  Object.assign(new Error('All places are taken.'), {
    name: 'ApiError',
    code: 'forbidden',
    status: 403,
    details: [{ path: 'plan.objects', message: 'objects is limited', rule }],
  })

test('a refusal is shown with the command that resolves it, if there is one', async () => {
  const open = vi.fn(async () => ({}))
  const remedy = plain(open, { id: 'pages.bill', title: 'Go to billing', remedies: ['limit'] })
  const fail = vi.fn(() => Promise.reject(refusal('limit')))
  const { service, interaction } = await setUp([plain(fail), remedy])
  await service.run({ command: 'pages.plain' }, { source: 'button' })
  const [notice] = interaction.notify.mock.calls.at(-1) ?? []
  expect(notice).toMatchObject({
    message: 'All places are taken.',
    tone: 'error',
    remedy: { title: 'Go to billing' },
  })
  await notice?.remedy?.run()
  expect(open).toHaveBeenCalledOnce()

  fail.mockImplementation(() => Promise.reject(refusal('another')))
  await service.run({ command: 'pages.plain' }, { source: 'button' })
  expect(interaction.notify.mock.calls.at(-1)?.[0]).not.toHaveProperty('remedy')
})
