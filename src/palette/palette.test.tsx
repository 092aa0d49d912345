// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { HostProvider } from '@typecase/plugin-sdk/react/host'
import { createTestHost } from '@typecase/plugin-sdk/testing/test-host'
import { provide } from '@typecase/plugin-sdk/token'
import { browsers, compose } from '@typecase/ui/compositions.fixture'
import { type } from 'arktype'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { stepsOf } from '../commands/steps.ts'
import { createFocus } from '../focus/focus-service.ts'
import { type Core, CoreProvider } from '../core/core.tsx'
import { createPaletteController, PaletteControl } from './controller.ts'
import Palette from './palette.tsx'

beforeEach(() => {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  }))
})

afterEach(() => void vi.unstubAllGlobals())

const asking = (kind: 'text' | 'multiline'): AnyCommand =>
  defineCommand({
    id: 'x.rename',
    title: 'Rename…',
    effect: 'write',
    args: () => type({ name: 'string > 0' }),
    ask: { name: { kind, title: 'Name' } },
    load: () => Promise.resolve({ run: async () => {} }),
  })

/** Opens the palette with the question for a name. */
async function setUp(command: AnyCommand) {
  const palette = createPaletteController({ run() {}, onOpenChange() {}, cancel() {} })
  const host = createTestHost(
    { id: 'x', version: '1', api: 1, title: 'X', commands: [command] },
    { services: [provide(PaletteControl, () => palette)] },
  )
  // The palette reads only these parts of the core.
  const core = { host, focus: createFocus(document) } as unknown as Core
  function Open() {
    const { pages } = useSyncExternalStore(palette.state.subscribe, palette.state.get)
    return <Palette pages={pages} />
  }
  const answered = vi.fn<(args: unknown) => void>()
  const steps = stepsOf(command, {})
  const request = { command, title: 'Rename…', steps, args: {}, at: 'name' }
  void palette.askArguments(request).then(answered)
  await act(async () =>
    render(
      <HostProvider host={host}>
        <CoreProvider value={core}>
          <Open />
        </CoreProvider>
      </HostProvider>,
    ),
  )
  return { answered, isOpen: () => screen.queryByRole('dialog') !== null }
}

test.each(browsers)(
  'Enter and Escape within a composition in %s neither answer a question nor close the palette',
  async (browser) => {
    const { answered, isOpen } = await setUp(asking('text'))
    const box = await screen.findByRole('combobox')
    await userEvent.type(box, 'あ')
    for (const key of ['Enter', 'Escape'])
      expect(compose(box, browser, key).defaultPrevented, key).toBe(false)
    expect([isOpen(), answered.mock.calls]).toEqual([true, []])
    await userEvent.keyboard('{Enter}')
    expect(answered).toHaveBeenCalledWith({ name: 'あ' })
  },
)

test.each(browsers)(
  'Enter, Escape and Backspace within a composition in %s do not leave a multi-line answer',
  async (browser) => {
    const { answered, isOpen } = await setUp(asking('multiline'))
    const box = await screen.findByRole('textbox', { name: 'Name' })
    for (const key of ['Enter', 'Escape', 'Backspace'])
      expect(compose(box, browser, key).defaultPrevented, key).toBe(false)
    expect([isOpen(), answered.mock.calls]).toEqual([true, []])
    await userEvent.keyboard('{Escape}')
    expect(isOpen()).toBe(false)
    expect(answered).toHaveBeenCalledWith(undefined)
  },
)
