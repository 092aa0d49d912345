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
  test('opens and closes by the same key, and tells so once', () => {
    const palette = controller()
    palette.toggle()
    palette.open({ query: '>' })
    expect(palette.state.get().pages).toMatchObject([{ kind: 'search', query: '>' }])
    palette.toggle()
    expect(kinds(palette)).toEqual([])
    // Opening the palette while it is open reports nothing.
    expect(onOpenChange.mock.calls).toEqual([[true], [false]])
  })

  test('whose key is pressed while a chosen command prepares itself opens again once that has begun', () => {
    const palette = controller()
    const choose = () => {
      palette.open()
      palette.dispatch({ type: 'busy', id: topId(palette), isBusy: true })
    }
    choose()
    const first = topId(palette)
    palette.toggle()
    expect(cancel).not.toHaveBeenCalled()
    palette.begun()
    expect(palette.state.get().pages).toMatchObject([{ kind: 'search', isBusy: false }])
    expect(topId(palette)).not.toBe(first)

    // If the key was pressed twice, or the command did not begin, the palette does not open again.
    palette.close()
    choose()
    palette.toggle()
    palette.toggle()
    palette.begun()
    expect(kinds(palette)).toEqual([])
    choose()
    palette.toggle()
    palette.declined()
    expect(kinds(palette)).toEqual(['search'])
    palette.begun()
    expect(kinds(palette)).toEqual(['search'])
  })

  test('gives up what was chosen in it and does not begin, and stays with its search', () => {
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

  test('closed while something prepares itself gives it up; closed because it began does not', () => {
    const palette = controller()
    palette.open()
    palette.dispatch({ type: 'busy', id: topId(palette), isBusy: true })
    palette.begun()
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

  test('opens with what is about the selection', () => {
    const palette = controller()
    palette.openHere()
    expect(palette.state.get().pages).toMatchObject([{ kind: 'search', isHere: true }])
  })
})

describe('a question', () => {
  test('begins at what was refused, with what was typed', () => {
    const palette = controller()
    void palette.askArguments(request)
    expect(palette.state.get().pages).toMatchObject([
      { at: 'name', query: 'kept', message: 'Name is taken' },
    ])
  })

  test('is answered, and the palette stays until the command begins', async () => {
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
    palette.begun()
    expect(kinds(palette)).toEqual([])
  })

  test('is backed out of by leaving its page, or by closing', async () => {
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

  test('of a run that never began leads back to where it was chosen', () => {
    const palette = controller()
    palette.open()
    palette.dispatch({ type: 'busy', id: topId(palette), isBusy: true })
    palette.declined()
    expect(palette.state.get().pages).toMatchObject([{ kind: 'search', isBusy: false }])
    void palette.askArguments(request)
    palette.finish(topId(palette), {})
    palette.declined()
    expect(kinds(palette)).toEqual(['search'])
  })

  test('stays open when another command begins or ends', () => {
    const palette = controller()
    palette.open()
    palette.begun()
    palette.declined()
    expect(kinds(palette)).toEqual(['search'])
  })
})
