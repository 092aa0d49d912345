import type { Scalar } from '@typecase/content-query/ast'
import type { Filter, FilterItem } from '@typecase/content-query/filter'
import {
  type FilterOperator,
  type FilterSchema,
  operatorsFor,
  takesList,
} from '@typecase/content-query/filter-fields'
import { filtersToJson } from '@typecase/content-query/filter'
import { readValue, valueRule } from '@typecase/content-query/filter-values'
import { printLine } from '@typecase/content-query/line'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import { Button } from '@typecase/ui/button'
import { ComboBox } from '@typecase/ui/combo-box'
import { TagGroup } from '@typecase/ui/tag-group'
import { useState } from 'react'

import { filtersOf } from '@typecase/content/line-query'
import styles from './filter-bar.module.css'

interface FilterBuilderProps {
  query: ListQuery
  schema: FilterSchema
  onApply: (query: ListQuery) => void
}

/** The filters in force, and a form for one more. */
export function FilterBuilder({ query, schema, onApply }: FilterBuilderProps) {
  const items = filtersOf(query, schema)
  const apply = (next: readonly FilterItem[]) => onApply(filtersToJson(next, schema))
  return (
    <div className={styles.builder}>
      {items.length > 0 ? (
        <TagGroup
          aria-label="Filters in force"
          items={items.map((item, index) => ({
            id: String(index),
            label: printLine([item], schema),
          }))}
          onRemove={(ids) => apply(items.filter((_item, index) => !ids.includes(String(index))))}
        />
      ) : null}
      <NewFilter schema={schema} onAdd={(filter) => apply([...items, filter])} />
    </div>
  )
}

function NewFilter({ schema, onAdd }: { schema: FilterSchema; onAdd: (filter: Filter) => void }) {
  const [path, setPath] = useState<string | null>(null)
  const [operator, setOperator] = useState<FilterOperator | null>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<Problem>()
  const field = schema.find((one) => one.path === path)
  const operators = field ? operatorsFor(field) : []

  function chooseField(next: string | null) {
    const chosen = schema.find((one) => one.path === next)
    setPath(next)
    setOperator(chosen ? (operatorsFor(chosen)[0] ?? null) : null)
    setText('')
    setProblem(undefined)
  }

  function add() {
    if (!field || !operator) {
      setProblem(
        field
          ? { at: 'operator', message: 'Operator is a required field' }
          : { at: 'field', message: 'Field is a required field' },
      )
      return
    }
    const parts = takesList(operator) ? text.split(',').map((part) => part.trim()) : [text.trim()]
    const values = parts.map((part) => (part === '' ? undefined : readValue(field, part, false)))
    if (values.some((value) => value === undefined)) {
      setProblem({
        at: 'value',
        message: text.trim() === '' ? 'Value is a required field' : `Value is ${valueRule(field)}`,
      })
      return
    }
    onAdd(filterOf(field.path, operator, values as Scalar[]))
    chooseField(null)
  }

  const options =
    field?.type === 'switch'
      ? [
          { id: 'true', label: 'True' },
          { id: 'false', label: 'False' },
        ]
      : (field?.options ?? []).map(({ value, title }) => ({ id: value, label: title ?? value }))
  return (
    <div className={styles.row}>
      <div>
        <ComboBox
          label="Field"
          isSmall
          options={schema
            .filter((one) => operatorsFor(one).length > 0)
            .map((one) => ({ id: one.path, label: one.title, description: one.path }))}
          value={path}
          onChange={chooseField}
          {...shown(problem, 'field')}
        />
      </div>
      <div>
        <ComboBox
          label="Operator"
          isSmall
          options={operators.map((id) => ({ id, label: id }))}
          value={operator}
          onChange={(next) => setOperator(operators.find((one) => one === next) ?? null)}
          {...shown(problem, 'operator')}
        />
      </div>
      <div>
        <ComboBox
          label="Value"
          isSmall
          allowsCustomValue
          options={options}
          inputValue={text}
          onInputChange={setText}
          {...shown(problem, 'value')}
          empty="Type a value"
        />
      </div>
      <span className={styles.add}>
        <Button icon="plus" onPress={add}>
          Add filter
        </Button>
      </span>
    </div>
  )
}

interface Problem {
  at: 'field' | 'operator' | 'value'
  message: string
}

const shown = (problem: Problem | undefined, at: Problem['at']) =>
  problem?.at === at ? { errorMessage: problem.message, isTouched: true } : {}

/** The values fit the operator: several only where it takes a list. */
function filterOf(field: string, operator: FilterOperator, values: readonly Scalar[]): Filter {
  if (takesList(operator)) return { field, operator, value: values }
  return { field, operator, value: values[0] ?? null }
}
