// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { min, notBlank } from '@typecase/contract/field-rules'
import { HostProvider } from '@typecase/plugin-sdk/react/host'
import { createTestHost } from '@typecase/plugin-sdk/testing/test-host'
import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'

import plugin from '../plugin.ts'
import { useFields } from './use-fields.ts'

const core = createTestHost(plugin)
const Core = ({ children }: { children: ReactNode }) => (
  <HostProvider host={core}>{children}</HostProvider>
)

const formOf = (initial = '') =>
  renderHook(
    ({ start }) =>
      useFields({
        name: { label: 'Name', rules: [], initial: start },
        secret: { label: 'New password', rules: [notBlank, min(8)] },
      }),
    { initialProps: { start: initial }, wrapper: Core },
  )

type Form = ReturnType<typeof formOf>['result']

const type = (form: Form, name: 'name' | 'secret', value: string) =>
  act(() => form.current.field(name).onChange(value))

/** Creates the error with which the client rejects a refused call. */
const refusal = (details: { path: string; message: string }[]) =>
  Object.assign(new Error('No.'), { name: 'ApiError', code: 'invalid', status: 400, details })

describe('submitting a form', () => {
  test('waits until the rules are met, and shows the rule that is not', async () => {
    const { result } = formOf()
    let sent = 0
    const send = () => act(() => result.current.submit(async () => void (sent += 1)))
    expect(result.current.field('secret').isTouched).toBe(false)
    await send()
    expect(sent).toBe(0)
    expect(result.current.field('secret')).toMatchObject({
      isTouched: true,
      errorMessage: 'New password is a required field',
    })
    type(result, 'secret', 'long enough')
    await send()
    expect(sent).toBe(1)
  })

  test('shows an error of the server at its field, with the label of the form', async () => {
    const { result } = formOf()
    type(result, 'name', 'Ada')
    type(result, 'secret', 'password1')
    const message = 'data.secret is one of the most common passwords'
    await act(() =>
      result.current.submit(() => Promise.reject(refusal([{ path: 'data.secret', message }]))),
    )
    expect(result.current.field('secret').errorMessage).toBe(
      'New password is one of the most common passwords',
    )
    expect(result.current.failure).toBeUndefined()
    expect(result.current.values).toEqual({ name: 'Ada', secret: 'password1' })
    type(result, 'secret', 'something else')
    expect(result.current.field('secret').errorMessage).toBeUndefined()
  })

  test('shows any other error for the whole form, and keeps the typed values', async () => {
    const { result } = formOf()
    type(result, 'secret', 'long enough')
    await act(() => result.current.submit(() => Promise.reject(new Error('Try again later.'))))
    expect(result.current.failure).toBe('Try again later.')
    expect(result.current.isPending).toBe(false)
    expect(result.current.values.secret).toBe('long enough')
  })
})

test('a field takes a new initial value unless it was edited', () => {
  const { result, rerender } = formOf('Ada')
  rerender({ start: 'Grace' })
  expect(result.current.values.name).toBe('Grace')
  type(result, 'name', 'Mary')
  rerender({ start: 'Joan' })
  expect(result.current.values.name).toBe('Mary')
})

test('a field counts as touched when it loses the focus, but only if it was edited', () => {
  const { result } = formOf()
  act(() => result.current.field('secret').onBlur())
  expect(result.current.field('secret').isTouched).toBe(false)
  type(result, 'secret', 'short')
  act(() => result.current.field('secret').onBlur())
  expect(result.current.field('secret').isTouched).toBe(true)
})

test('a field of a reset form does not count as touched when it loses the focus', () => {
  const { result } = formOf()
  type(result, 'secret', 'long enough')
  act(() => result.current.reset())
  expect(result.current.values.secret).toBe('')
  act(() => result.current.field('secret').onBlur())
  expect(result.current.field('secret').isTouched).toBe(false)
})
