import { usePending } from '@typecase/plugin-sdk/react/pending'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Focus } from '@typecase/plugin-sdk/focus'
import { type FieldRule, firstBroken } from '@typecase/contract/field-rules'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { useRef, useState } from 'react'

/** A field of a small form: its label is also the name that messages use. */
export interface FieldSpec {
  label: string
  rules: readonly FieldRule[]
  initial?: string
}

/**
 * The state of a small form: values, the rule each breaks, and what the server said. Messages show once a field was
 * left after something was typed in it, or the form was sent; the first field that is wrong then has the focus. What
 * was typed is never cleared by a failure.
 */
export function useFields<Name extends string>(specs: Record<Name, FieldSpec>) {
  const names = Object.keys(specs) as Name[]
  const startOf = () =>
    Object.fromEntries(names.map((name) => [name, specs[name].initial ?? ''])) as Record<
      Name,
      string
    >
  const [starts, setStarts] = useState(startOf)
  const [values, setValues] = useState(starts)
  const [isSent, setSent] = useState(false)
  const [touched, setTouched] = useState<readonly Name[]>([])
  const [isPending, during] = usePending()
  const [serverErrors, setServerErrors] = useState<Partial<Record<Name, string>>>({})
  const [failure, setFailure] = useState<string>()
  const focus = useService(Focus)
  const edited = useRef(new Set<Name>())
  const inputs = useRef<Partial<Record<Name, HTMLInputElement | null>>>({})

  // A value changed elsewhere, such as by a command, replaces the field's unless the user has edited it.
  const newStarts = startOf()
  if (names.some((name) => newStarts[name] !== starts[name])) {
    setStarts(newStarts)
    const changed = names.filter((name) => values[name] !== starts[name])
    setValues({ ...newStarts, ...Object.fromEntries(changed.map((name) => [name, values[name]])) })
  }

  const brokenRule = (name: Name) => firstBroken(specs[name].label, values[name], specs[name].rules)

  function show(reason: unknown): void {
    const byField: Partial<Record<Name, string>> = {}
    for (const { path, message } of isApiError(reason) ? (reason.details ?? []) : []) {
      const name = names.find((one) => path === one || path.endsWith(`.${one}`))
      // The server names a field by its path; here it has a label.
      if (name) byField[name] = message.replace(path, specs[name].label)
    }
    setServerErrors(byField)
    const first = names.find((name) => byField[name])
    if (first) focus.moveTo(inputs.current[first])
    else setFailure(reason instanceof Error ? reason.message : 'Something went wrong.')
  }

  return {
    values,
    /** Problem with the form as a whole. */
    failure,
    isPending,
    /** Props for a text field. */
    field: (name: Name) => ({
      label: specs[name].label,
      value: values[name],
      onChange(value: string) {
        edited.current.add(name)
        setValues((before) => ({ ...before, [name]: value }))
        setServerErrors((before) => ({ ...before, [name]: undefined }))
      },
      errorMessage: brokenRule(name) ?? serverErrors[name],
      inputRef(input: HTMLInputElement | null) {
        inputs.current[name] = input
      },
      onBlur() {
        if (!edited.current.has(name)) return
        afterPress(() => {
          // Not where the form began again in the meantime.
          if (edited.current.has(name)) setTouched((before) => [...before, name])
        })
      },
      isTouched: isSent || touched.includes(name),
    }),
    /** Sends the form when every rule holds; once at a time. */
    async submit(send: () => Promise<void>): Promise<void> {
      if (isPending) return
      setSent(true)
      setFailure(undefined)
      const broken = names.find(brokenRule)
      if (broken) {
        focus.moveTo(inputs.current[broken])
        return
      }
      await during(send).catch(show)
    },
    /** Starts over after a successful submit: empty fields are not mistakes then. */
    reset(): void {
      edited.current.clear()
      setValues(startOf)
      setSent(false)
      setTouched([])
      setServerErrors({})
    },
  }
}

/**
 * Runs at once, or when the finger or the mouse is up again. A press elsewhere takes the focus from a field; were its
 * message shown right then, what is being pressed would move away from under the pointer, and the press be lost.
 */
export function afterPress(work: () => void): void {
  const isPressing = document.querySelector(':active') !== null
  // The click comes after the pointer is up.
  if (isPressing) window.addEventListener('pointerup', () => setTimeout(work), { once: true })
  else work()
}
