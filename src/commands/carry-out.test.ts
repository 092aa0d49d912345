import { expect, test, vi } from 'vitest'
import { preload } from '@typecase/plugin-sdk/module'
import { type } from 'arktype'

import { never, plain, setUp } from './run.fixture.ts'

test('the code of a command loads while its arguments are being asked for', async () => {
  const load = vi.fn(() => Promise.resolve({ run: async () => {} }))
  const args = () => type({ title: 'string' })
  const { service, interaction } = await setUp([plain(async () => {}, { args, load })])
  interaction.askArguments.mockReturnValueOnce(never)
  void service.run({ command: 'pages.plain' })
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce(), 10_000)
  expect(interaction.askArguments).toHaveBeenCalledOnce()
})

test('a failed preload is silent, and the run reports code that cannot be loaded', async () => {
  preload({ load: () => Promise.reject(new Error('gone')) })
  preload({
    load: () => {
      throw new Error('broken')
    },
  })
  const load = () => Promise.reject(new Error('gone'))
  const { service, interaction } = await setUp([plain(async () => {}, { load })])
  await service.run({ command: 'pages.plain' })
  expect(interaction.notify).toHaveBeenCalledWith(expect.objectContaining({ tone: 'error' }))
})
