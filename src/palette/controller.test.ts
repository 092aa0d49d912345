import type { Ref } from '@typecase/plugin-sdk/command'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import type { ArgumentRequest, ReviewRequest } from '../commands/interaction.ts'
import { createPaletteController } from './controller.ts'

const run = vi.fn<(ref: Ref) => void>()
const onOpenChange = vi.fn<(isOpen: boolean) => void>()
beforeEach(() => void vi.resetAllMocks())

const cancel = vi.fn<() => void>()
const controller = () => createPaletteController({ run, onOpenChange, cancel })
const request = {
  title: 'Move…',
  steps: [{ key: 'name', kind: 'text', title: 'Name', isRequired: true }],
  args: { name: 'kept' },
  at: 'name',
  message: 'Name is taken',
} as unknown as ArgumentRequest
const plan = { title: 'Move…', plan: { total: 2 } } as unknown as ReviewRequest

const kinds = (palette: ReturnType<typeof controller>) =>
  palette.state.get().pages.map(({ kind }) => kind)
const topId = (palette: ReturnType<typeof controller>) => palette.state.get().pages.at(-1)?.id ?? 0

describe('the palette', () => {
  test('opens and closes with the same key, and reports each change once', () => {
    const palette = controller()
    palette.toggle()
    palette.open({ query: '>' })
    expect(palette.state.get().pages).toMatchObject([{ kind: 'search', query: '>' }])
    palette.toggle()
    expect(kinds(palette)).toEqual([])
    // Opening the palette while it is open reports nothing.
    expect(onOpenChange.mock.calls).toEqual([[true], [false]])
  })

  test('opens again once the command has begun if its key is pressed while the command prepares', () => {
    const palette = controller()
    const choose = () => {
      palette.open()
      palette.dispatch({ type: 'busy', id: topId(palette), isBusy: true })
    }
    choose()
    const first = topId(palette)
    palette.toggle()
    expect(cancel).not.toHaveBeenCalled()
    palette.commandStarted()
    expect(palette.state.get().pages).toMatchObject([{ kind: 'search', isBusy: false }])
    expect(topId(palette)).not.toBe(first)

    // If the key was pressed twice, or the command did not begin, the palette does not open again.
    palette.close()
    choose()
    palette.toggle()
    palette.toggle()
    palette.commandStarted()
    expect(kinds(palette)).toEqual([])
    choose()
    palette.toggle()
    palette.commandDeclined()
    expect(kinds(palette)).toEqual(['search'])
    palette.commandStarted()
    expect(kinds(palette)).toEqual(['search'])
  })

  test('cancels a chosen command on the first `leave`, keeps its search, and closes on the second', () => {
    const palette = controller()
    palette.open()
    palette.dispatch({ type: 'busy', id: topId(palette), isBusy: true })
    palette.leave()
    expect(cancel).toHaveBeenCalledOnce()
    expect(palette.state.get().pages).toMatchObject([{ kind: 'search', isBusy: false }])
    palette.leave()
    expect(kinds(palette)).toEqual([])
    expect(cancel).toHaveBeenCalledOnce()
  })

  test('cancels a preparing command when the user closes it, but not when the command begins', () => {
    const palette = controller()
    palette.open()
    palette.dispatch({ type: 'busy', id: topId(palette), isBusy: true })
    palette.commandStarted()
    expect(kinds(palette)).toEqual([])
    expect(cancel).not.toHaveBeenCalled()
    palette.open()
    palette.dispatch({ type: 'busy', id: topId(palette), isBusy: true })
    palette.close()
    expect(cancel).toHaveBeenCalledOnce()
  })

  test('runs a command it is opened with', () => {
    controller().open({ command: { command: 'x.y' } })
    expect(run).toHaveBeenCalledWith({ command: 'x.y' })
  })

  test('opens with the commands for the selection', () => {
    const palette = controller()
    palette.openHere()
    expect(palette.state.get().pages).toMatchObject([{ kind: 'search', isHere: true }])
  })
})

describe('a question in the palette', () => {
  test('begins at the refused argument, with its value and the message', () => {
    const palette = controller()
    void palette.askArguments(request)
    expect(palette.state.get().pages).toMatchObject([
      { at: 'name', query: 'kept', message: 'Name is taken' },
    ])
  })

  test('is answered, and the palette stays open until the command begins', async () => {
    const palette = controller()
    palette.open()
    const answer = palette.askArguments(request)
    palette.finish(topId(palette), { name: 'new' })
    expect(await answer).toEqual({ name: 'new' })
    expect(kinds(palette)).toEqual(['search', 'arguments'])
    const reviewed = palette.review(plan)
    expect(kinds(palette)).toEqual(['search', 'review'])
    palette.finish(topId(palette), true)
    expect(await reviewed).toBe(true)
    palette.commandStarted()
    expect(kinds(palette)).toEqual([])
  })

  test('is cancelled by leaving its page or closing the palette', async () => {
    const palette = controller()
    palette.open()
    const first = palette.askArguments(request)
    palette.dispatch({ type: 'pop' })
    expect(await first).toBeUndefined()
    expect(kinds(palette)).toEqual(['search'])
    const second = palette.review(plan)
    palette.close()
    expect(await second).toBe(false)
  })

  test('of a run that was declined leads back to the search', () => {
    const palette = controller()
    palette.open()
    palette.dispatch({ type: 'busy', id: topId(palette), isBusy: true })
    palette.commandDeclined()
    expect(palette.state.get().pages).toMatchObject([{ kind: 'search', isBusy: false }])
    void palette.askArguments(request)
    palette.finish(topId(palette), {})
    palette.commandDeclined()
    expect(kinds(palette)).toEqual(['search'])
  })

  test('is not affected when another command begins or ends', () => {
    const palette = controller()
    palette.open()
    palette.commandStarted()
    palette.commandDeclined()
    expect(kinds(palette)).toEqual(['search'])
  })
})
