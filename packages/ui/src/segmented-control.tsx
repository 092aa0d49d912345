import type { ReactNode } from 'react'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import { Icon } from './icon.tsx'
import styles from './segmented-control.module.css'
import { Tooltip } from './tooltip.tsx'

/** One of the values of a `SegmentedControl`. */
export interface Segment<Id extends string> {
  id: Id
  label: string
  icon?: string | ReactNode
  /** Shows only the icon; the label becomes the accessible name and the tooltip. */
  isIconOnly?: boolean | undefined
  detail?: ReactNode
}

export interface SegmentedControlProps<Id extends string> {
  'aria-label': string
  segments: Segment<Id>[]
  value: Id
  onChange: (value: Id) => void
  isDisabled?: boolean | undefined
}

/** A choice between two to five views of the same content, all visible. */
export function SegmentedControl<Id extends string>({
  segments,
  value,
  onChange,
  isDisabled = false,
  ...rest
}: SegmentedControlProps<Id>) {
  return (
    <ToggleButtonGroup
      {...rest}
      isDisabled={isDisabled}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = segments.find((segment) => keys.has(segment.id))
        if (chosen) onChange(chosen.id)
      }}
      className={styles.control ?? ''}
    >
      {segments.map(({ id, label, icon, isIconOnly, detail }) => {
        const button = (
          <ToggleButton
            key={id}
            id={id}
            className={styles.segment ?? ''}
            {...(isIconOnly ? { 'aria-label': label } : {})}
          >
            {typeof icon === 'string' ? <Icon name={icon} size={14} /> : icon}
            {isIconOnly ? null : label}
            {detail ? <span className={styles.detail}>{detail}</span> : null}
          </ToggleButton>
        )
        return isIconOnly ? (
          <Tooltip key={id} label={label}>
            {button}
          </Tooltip>
        ) : (
          button
        )
      })}
    </ToggleButtonGroup>
  )
}
