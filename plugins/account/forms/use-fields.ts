import { type FieldRule, firstBroken } from '@typecase/contract/field-rules'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { useState } from 'react'

/** A field of a small form: its label is also the name that messages use. */
export interface FieldSpec {
  label: string
  rules: readonly FieldRule[]
  initial?: string
}

/**
 * The state of a small form: values, the rule each breaks, and what the server said. Messages show once a field was
 * touched or the form was sent; what was typed is never cleared by a failure.
 */
export function useFields<Name extends string>(specs: Record<Name, FieldSpec>) {
  const names = Object.keys(specs) as Name[]
  const [values, setValues] = useState(
    () =>
      Object.fromEntries(names.map((name) => [name, specs[name].initial ?? ''])) as Record<
        Name,
        string
      >,
  )
  const [isSent, setSent] = useState(false)
  const [serverErrors, setServerErrors] = useState<Partial<Record<Name, string>>>({})
  const [failure, setFailure] = useState<string>()

  const errorOf = (name: Name) =>
    firstBroken(specs[name].label, values[name], specs[name].rules) ?? serverErrors[name]

  return {
    values,
    /** What is wrong with the form as a whole. */
    failure,
    /** Props for a text field. */
    field: (name: Name) => ({
      label: specs[name].label,
      value: values[name],
      onChange(value: string) {
        setValues((before) => ({ ...before, [name]: value }))
        setServerErrors((before) => ({ ...before, [name]: undefined }))
      },
      errorMessage: errorOf(name),
      ...(isSent && { isTouched: true }),
    }),
    /** Sends the form when every rule holds. */
    async submit(send: () => Promise<void>): Promise<void> {
      setSent(true)
      setFailure(undefined)
      if (names.some((name) => firstBroken(specs[name].label, values[name], specs[name].rules)))
        return
      try {
        await send()
      } catch (reason) {
        const byField: Partial<Record<Name, string>> = {}
        for (const { path, message } of isApiError(reason) ? (reason.details ?? []) : []) {
          const name = names.find((one) => path === one || path.endsWith(`.${one}`))
          if (name) byField[name] = message
        }
        setServerErrors(byField)
        if (Object.keys(byField).length === 0) {
          setFailure(reason instanceof Error ? reason.message : 'Something went wrong.')
        }
      }
    },
  }
}
