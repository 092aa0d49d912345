import { usePending } from '@typecase/plugin-sdk/react/pending'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { useState } from 'react'

/** Options of `useRecordForm`. */
export interface RecordFormOptions<Values extends object> {
  /** The record on the server; for a new one, its initial values. */
  readonly saved: Values
  /** The version of the record; undefined for a new one. */
  readonly rev: number | undefined
  /** Labels of the fields, on screen and in messages. */
  readonly labels: { readonly [Key in keyof Values]?: string }
  /** A draft from an earlier visit of the page. */
  readonly initial?: RecordDraft<Values> | undefined
  /** The rule that a field breaks, by its name or its path in the call. */
  problemsOf(values: Values): Readonly<Record<string, string | undefined>>
  /**
   * Sends the form. Errors are shown, and the typed values stay.
   * @param typed the fields that were typed in
   * @param rev the version that they were typed over
   */
  save(values: Values, typed: Partial<Values>, rev: number | undefined): Promise<void>
}

/** The typed values of a form, and the version that they were typed over; the version on screen by default. */
export interface RecordDraft<Values> {
  readonly typed: Partial<Values>
  readonly rev?: number | undefined
}

/**
 * The form of a record: its typed values, broken rules and server errors. Untouched fields follow others' changes. Used
 * above a dialog, the draft survives closing it.
 */
export function useRecordForm<Values extends object>({
  saved,
  rev,
  initial,
  labels,
  problemsOf,
  save,
}: RecordFormOptions<Values>) {
  const [draft, setDraft] = useState(initial)
  const [isSubmitted, setSubmitted] = useState(false)
  const [isPending, during] = usePending()
  const [error, setError] = useState<Error>()

  const values: Values = { ...saved, ...draft?.typed }
  const problems = problemsOf(values)
  const isStale = isApiError(error, 'stale')
  const refusals = isApiError(error, 'invalid', 'conflict') ? error.details : []

  /** The reason why a field is invalid: a rule, or the server's message. */
  function problemAt(path: string, label = 'It'): string | undefined {
    const refusal = refusals.find((one) => one.path === path || one.path === `data.${path}`)
    return problems[path] ?? refusal?.message.replace(refusal.path, label)
  }

  function change(part: Partial<Values>): void {
    setDraft({ typed: { ...draft?.typed, ...part }, rev: draft?.rev ?? rev })
    if (!isStale) setError(undefined)
  }

  function reset(): void {
    setDraft(undefined)
    setError(undefined)
    setSubmitted(false)
  }

  return {
    values,
    /** The draft, for a page that stores it; undefined without typed values. */
    draft,
    change,
    /** Discards the typed values. */
    reset,
    /** The server's errors, each at its path in the call. */
    refusals,
    problemAt,
    isPending,
    /** Whether Send was pressed: then every field shows its error. */
    isSubmitted,
    /** Whether someone else saved the record since the first key was typed. */
    isStale,
    /** Problem with the form as a whole. */
    failure: isStale || refusals.length > 0 ? undefined : error?.message,
    /** Props of a field of a form. */
    field<Key extends keyof Values & string>(key: Key) {
      const label = labels[key] ?? key
      const errorMessage = problemAt(key, label)
      const isRefused = errorMessage !== undefined && problems[key] === undefined
      return {
        label,
        value: values[key],
        onChange(value: Values[Key]): void {
          const part: Partial<Values> = {}
          part[key] = value
          change(part)
        },
        errorMessage,
        ...((isSubmitted || isRefused) && { isTouched: true }),
      }
    },
    /** Sends the typed values when every rule holds; one request at a time. */
    async submit(): Promise<void> {
      setSubmitted(true)
      const isBroken = Object.values(problems).some((problem) => problem !== undefined)
      if (isPending || isStale || isBroken) return
      setError(undefined)
      try {
        await during(() => save(values, draft?.typed ?? {}, draft?.rev ?? rev))
        // Changes typed during the save are applied on top of the saved record.
        setDraft((now) => (now === draft ? undefined : now && { typed: now.typed }))
        setSubmitted(false)
      } catch (reason) {
        setError(reason instanceof Error ? reason : new Error(String(reason)))
      }
    },
    /** Discards the typed values for someone else's version. */
    takeTheirs: reset,
    /** Keeps the typed values over someone else's version. */
    keepMine(): void {
      setDraft({ typed: draft?.typed ?? {}, rev })
      setError(undefined)
    },
  }
}

/** The state of a form, as `useRecordForm` returns it. */
export type RecordForm<Values extends object> = ReturnType<typeof useRecordForm<Values>>
