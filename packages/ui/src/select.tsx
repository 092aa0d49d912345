import { type ReactNode, useId, useState } from 'react'
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
import { Tooltip } from './tooltip.tsx'

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
  /** Id of the chosen option; `null` for none. */
  value?: string | null | undefined
  defaultValue?: string | null | undefined
  onChange?: ((value: string | null) => void) | undefined
  /** 28 px high, for toolbars. */
  isSmall?: boolean | undefined
  /** Why nothing can be chosen now. The select stays focusable and says the reason. */
  disabledReason?: string | undefined
  /** Shown instead of an empty list. */
  empty?: ReactNode
}

/** A field for one of several options in a list. For many options, or options on a server, use `ComboBox`. */
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
  disabledReason,
  empty = 'No options',
  placeholder = 'Choose…',
  ...rest
}: SelectProps) {
  const { isInvalid, touch } = useTouched({ errorMessage, isTouched })
  const isBlocked = disabledReason !== undefined
  const all = flatOptions(options)
  return (
    <AriaSelect
      {...rest}
      {...(value === undefined ? {} : { value })}
      {...(defaultValue === undefined ? {} : { defaultValue })}
      {...(isBlocked
        ? // Controlled, because letters and arrow keys choose an option without opening the list.
          { value: value ?? defaultValue ?? null, isOpen: false }
        : {})}
      onChange={(key) => {
        if (!isBlocked) onChange?.(key === null ? null : String(key))
      }}
      placeholder={placeholder}
      isRequired={isRequired}
      isInvalid={isInvalid}
      validationBehavior="aria"
      className={styles.select ?? ''}
    >
      <FieldFrame {...{ label, hint, note, description, errorMessage, isRequired }} {...touch}>
        <SelectButton isSmall={isSmall} disabledReason={disabledReason}>
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
        </SelectButton>
      </FieldFrame>
      <Float isTriggerWide>
        <OptionList options={options} empty={empty} />
      </Float>
    </AriaSelect>
  )
}

/**
 * The button of a select. A separate component, because the library also renders a hidden copy of a select's children,
 * where no tooltip may open.
 */
function SelectButton({
  isSmall,
  disabledReason,
  children,
}: Pick<SelectProps, 'isSmall' | 'disabledReason'> & { children: ReactNode }) {
  const reasonId = useId()
  const [isTipOpen, setTipOpen] = useState(false)
  const isBlocked = disabledReason !== undefined
  return (
    <>
      <Tooltip
        label={disabledReason}
        shouldCloseOnPress={!isBlocked}
        isOpen={isTipOpen && isBlocked}
        onOpenChange={setTipOpen}
      >
        <Button
          className={classNames(control.box, styles.button, isSmall && control.small)}
          // Touch has no hover: pressing a blocked select is the way to ask why.
          onPress={() => setTipOpen(isBlocked)}
          render={(dom) => (
            <button
              {...dom}
              {...(isBlocked
                ? {
                    'aria-disabled': true,
                    'aria-describedby': classNames(dom['aria-describedby'], reasonId),
                  }
                : {})}
            />
          )}
        >
          {children}
          <Icon name="chevrons-up-down" size={12} className={styles.chevron} />
        </Button>
      </Tooltip>
      {isBlocked ? (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      ) : null}
    </>
  )
}
