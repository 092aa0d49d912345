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
  /** Returns the broken rule of each invalid field, by the field's name or its path in the call. */
  problemsOf(values: Values): Readonly<Record<string, string | undefined>>
  /**
   * Sends the form. Errors are shown, and the typed values stay.
   * @param typed the changed fields only
   * @param rev the version that they are based on
   */
  save(values: Values, typed: Partial<Values>, rev: number | undefined): Promise<void>
}

/** The typed values of a form, and the version that they are based on; by default, the version on screen. */
export interface RecordDraft<Values> {
  readonly typed: Partial<Values>
  readonly rev?: number | undefined
}

/**
 * Manages the form of a record: its typed values, broken rules and server errors. Fields that the user has not touched
 * follow changes by others. If the hook is used above a dialog, the draft survives closing it.
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

  /** Returns why a field is invalid: a rule, or the server's message. */
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
    /** Whether the user has tried to send the form: then every field shows its error. */
    isSubmitted,
    /** Whether someone else saved the record since the user began to type. */
    isStale,
    /** The problem with the form as a whole. */
    failure: isStale || refusals.length > 0 ? undefined : error?.message,
    /** Returns the props of a form field. */
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
    /** Sends the form if every rule holds, one request at a time. */
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
    /** Discards the typed values in favour of the other version. */
    takeTheirs: reset,
    /** Keeps the typed values, based on the other version. */
    keepMine(): void {
      setDraft({ typed: draft?.typed ?? {}, rev })
      setError(undefined)
    },
  }
}

/** The state of a form, as `useRecordForm` returns it. */
export type RecordForm<Values extends object> = ReturnType<typeof useRecordForm<Values>>
