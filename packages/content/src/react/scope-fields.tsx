import { MAX_TOKEN_BUCKETS } from '@typecase/contract/access-tokens'
import { listBuckets } from '@typecase/contract/buckets'
import { type TokenScope, tokenScopes } from '@typecase/contract/roles'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { Checkbox } from '@typecase/ui/checkbox'
import { CheckboxGroup } from '@typecase/ui/checkbox-group'
import { FormRow } from '@typecase/ui/form'
import { Select } from '@typecase/ui/select'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { describeScope, scopeLabels } from '../words/scopes.ts'

/** The scope of a token, and its buckets. */
export interface ScopeValue {
  readonly scope: TokenScope
  /** Ids of buckets; null for all. */
  readonly buckets: readonly string[] | null
}

/** Returns the buckets to send: null for all, undefined while none is chosen. */
export const chosenBuckets = ({ buckets }: ScopeValue): string[] | null | undefined =>
  buckets === null ? null : buckets.length > 0 ? [...buckets] : undefined

interface ScopeFieldsProps {
  value: ScopeValue
  onChange: (value: ScopeValue) => void
  /** A field next to the field of buckets. */
  children?: ReactNode
  errorMessage?: string | undefined
}

const ALL = 'all'
const SOME = 'some'
const options = tokenScopes.map((id) => ({ id, label: scopeLabels[id] }))
const places = [
  { id: ALL, label: 'All my buckets' },
  { id: SOME, label: 'Chosen buckets' },
]

/** Renders fields for the scope of a token and the buckets that it opens. */
export function ScopeFields({ value, onChange, children, errorMessage }: ScopeFieldsProps) {
  const { scope, buckets } = value
  const isLimited = buckets !== null
  const services = useServices()
  const { data } = useQuery({ ...apiQueryOptions(services, listBuckets, {}), enabled: isLimited })
  return (
    <>
      <Select
        label="Scope"
        options={options}
        value={scope}
        onChange={(next) => {
          const chosen = tokenScopes.find((one) => one === next)
          if (chosen) onChange({ ...value, scope: chosen })
        }}
        description={describeScope(scope)}
      />
      <FormRow>
        <Select
          label="Buckets"
          options={places}
          value={isLimited ? SOME : ALL}
          onChange={(next) => onChange({ ...value, buckets: next === SOME ? [] : null })}
        />
        {children}
      </FormRow>
      {isLimited ? (
        <CheckboxGroup
          label="Chosen buckets"
          description={`At most ${MAX_TOKEN_BUCKETS}.`}
          errorMessage={errorMessage}
          isTouched={errorMessage !== undefined}
          value={[...buckets]}
          onChange={(next) => onChange({ ...value, buckets: next })}
        >
          {(data?.buckets ?? []).map(({ id, title, project_title }) => (
            <Checkbox key={id} value={id}>{`${title} (${project_title})`}</Checkbox>
          ))}
        </CheckboxGroup>
      ) : null}
    </>
  )
}
