import { usePending } from '@typecase/plugin-sdk/react/pending'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Focus } from '@typecase/plugin-sdk/focus'
import { type FieldRule, firstBroken } from '@typecase/contract/field-rules'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { useRef, useState } from 'react'

/** A field of a small form. Messages use its label as its name. */
export interface FieldSpec {
  label: string
  rules: readonly FieldRule[]
  initial?: string
}

/**
 * Manages the state of a small form: values, broken rules and errors of the server. A message is shown when the user
 * leaves an edited field or sends the form; sending focuses the first invalid field. A failure never clears the values.
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

  // An external change of a value, such as by a command, replaces the field's value unless the user has edited it.
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
      // The server names a field by its path; replace that with the label.
      if (name) byField[name] = message.replace(path, specs[name].label)
    }
    setServerErrors(byField)
    const first = names.find((name) => byField[name])
    if (first) focus.moveTo(inputs.current[first])
    else setFailure(reason instanceof Error ? reason.message : 'Something went wrong.')
  }

  return {
    values,
    /** The error of the form as a whole. */
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
          // The form may have been reset meanwhile.
          if (edited.current.has(name)) setTouched((before) => [...before, name])
        })
      },
      isTouched: isSent || touched.includes(name),
    }),
    /** Sends the form if all rules hold and it is not being sent already. */
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
    /** Resets the form after it was sent, so that empty fields are not shown as mistakes. */
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
 * Runs now, or after the pointer is released. A press elsewhere blurs the field; showing its message at once would move
 * the pressed element away from the pointer, and the press would be lost.
 */
export function afterPress(work: () => void): void {
  const isPressing = document.querySelector(':active') !== null
  // The click event follows the release of the pointer.
  if (isPressing) window.addEventListener('pointerup', () => setTimeout(work), { once: true })
  else work()
}
