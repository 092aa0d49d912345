import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  Select as AriaSelect,
  SelectValue,
  type SelectProps as AriaSelectProps,
} from 'react-aria-components/Select'
import { classNames } from './class-names.ts'
import control from './control.module.css'
import { FieldFrame, useTouched, type FieldText } from './field.tsx'
import { Icon } from './icon.tsx'
import { flatOptions, OptionList, type Options } from './option.tsx'
import { Float } from './popover.tsx'
import styles from './select.module.css'

export type { Option, OptionSection, Options } from './option.tsx'

export interface SelectProps
  extends
    Omit<
      AriaSelectProps,
      | 'children'
      | 'className'
      | 'style'
      | 'render'
      | 'isRequired'
      | 'value'
      | 'defaultValue'
      | 'onChange'
      | 'selectionMode'
      | 'selectedKey'
      | 'defaultSelectedKey'
      | 'onSelectionChange'
    >,
    FieldText {
  options: Options
  /** The chosen option's id, `null` for none. */
  value?: string | null | undefined
  defaultValue?: string | null | undefined
  onChange?: ((value: string | null) => void) | undefined
  /** 28 px high, for toolbars. */
  isSmall?: boolean | undefined
  /** Shown in place of an empty list. */
  empty?: ReactNode
}

/** One of several options in a list. For many, or for those on a server, use `ComboBox`. */
export function Select({
  label,
  hint,
  note,
  description,
  errorMessage,
  isTouched,
  isRequired = false,
  options,
  value,
  defaultValue,
  onChange,
  isSmall,
  empty = 'Nothing to choose',
  placeholder = 'Choose…',
  ...rest
}: SelectProps) {
  const { isInvalid, touch } = useTouched({ errorMessage, isTouched })
  const all = flatOptions(options)
  return (
    <AriaSelect
      {...rest}
      {...(value === undefined ? {} : { value })}
      {...(defaultValue === undefined ? {} : { defaultValue })}
      onChange={(key) => onChange?.(key === null ? null : String(key))}
      placeholder={placeholder}
      isRequired={isRequired}
      isInvalid={isInvalid}
      validationBehavior="aria"
      className={styles.select ?? ''}
    >
      <FieldFrame {...{ label, hint, note, description, errorMessage, isRequired }} {...touch}>
        <Button className={classNames(control.box, styles.button, isSmall && control.small)}>
          <SelectValue className={styles.value ?? ''}>
            {({ state, selectedText, isPlaceholder, defaultChildren }) => {
              const icon = all.find((option) => option.id === state.value)?.icon
              if (isPlaceholder) return defaultChildren
              return (
                <>
                  {typeof icon === 'string' ? <Icon name={icon} size={14} /> : icon}
                  <span className={styles.text}>{selectedText}</span>
                </>
              )
            }}
          </SelectValue>
          <Icon name="chevrons-up-down" size={12} className={styles.chevron} />
        </Button>
      </FieldFrame>
      <Float isTriggerWide>
        <OptionList options={options} empty={empty} />
      </Float>
    </AriaSelect>
  )
}
