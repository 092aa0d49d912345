import { Button } from 'react-aria-components/Button'
import { ColorArea } from 'react-aria-components/ColorArea'
import { ColorField as AriaColorField } from 'react-aria-components/ColorField'
import { ColorPicker, parseColor, type Color } from 'react-aria-components/ColorPicker'
import { ColorSlider, SliderTrack } from 'react-aria-components/ColorSlider'
import { ColorSwatch } from 'react-aria-components/ColorSwatch'
import { ColorSwatchPicker, ColorSwatchPickerItem } from 'react-aria-components/ColorSwatchPicker'
import { ColorThumb } from 'react-aria-components/ColorThumb'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Input } from 'react-aria-components/Input'
import { classNames } from './class-names.ts'
import styles from './color-field.module.css'
import control from './control.module.css'
import { FieldFrame, useTouched, type FieldText } from './field.tsx'
import { Float } from './popover.tsx'

/** Printer's inks: enough to start from, in a calm order. */
const defaultSwatches = [
  '#1b1a17',
  '#6d685f',
  '#d3cec2',
  '#ffffff',
  '#d13a1b',
  '#e0a84a',
  '#1f7a4d',
  '#2a8c8c',
  '#2458c5',
  '#6b4bc4',
  '#b0418d',
  '#7a4a2b',
]

export interface ColorFieldProps extends FieldText {
  /** `#rrggbb`, or null for none. */
  value: string | null
  onChange: (value: string | null) => void
  swatches?: string[] | undefined
  isDisabled?: boolean | undefined
  isReadOnly?: boolean | undefined
  autoFocus?: boolean | undefined
  'aria-label'?: string | undefined
}

function colorOf(text: string | null): Color | null {
  if (!text) return null
  try {
    return parseColor(text)
  } catch {
    return null
  }
}

function hexOf(color: Color | null): string | null {
  return color?.toString('hex').toLowerCase() ?? null
}

function SwatchPicker({ swatches }: { swatches: string[] }) {
  return (
    <Float placement="bottom start" offset={10} crossOffset={-7}>
      <Dialog aria-label="Colour" className={styles.dialog ?? ''}>
        <ColorArea
          colorSpace="hsb"
          xChannel="saturation"
          yChannel="brightness"
          className={styles.area ?? ''}
        >
          <ColorThumb className={styles.thumb ?? ''} />
        </ColorArea>
        <ColorSlider colorSpace="hsb" channel="hue" aria-label="Hue">
          <SliderTrack className={styles.hue ?? ''}>
            <ColorThumb className={styles.thumb ?? ''} />
          </SliderTrack>
        </ColorSlider>
        <ColorSwatchPicker aria-label="Swatches" className={styles.swatches ?? ''}>
          {swatches.map((swatch) => (
            <ColorSwatchPickerItem key={swatch} color={swatch} className={styles.item ?? ''}>
              <ColorSwatch className={styles.swatch ?? ''} />
            </ColorSwatchPickerItem>
          ))}
        </ColorSwatchPicker>
      </Dialog>
    </Float>
  )
}

/** A colour as hex text, with a picker behind its swatch. */
export function ColorField(props: ColorFieldProps) {
  const { value, onChange, swatches = defaultSwatches, isDisabled = false } = props
  const { label, hint, note, description, errorMessage, isRequired = false } = props
  const { isInvalid, touch } = useTouched(props)
  const color = colorOf(value)
  return (
    <AriaColorField
      value={color}
      onChange={(next) => onChange(hexOf(next))}
      isDisabled={isDisabled}
      isReadOnly={props.isReadOnly ?? false}
      isRequired={isRequired}
      isInvalid={isInvalid}
      validationBehavior="aria"
      {...(props.autoFocus ? { autoFocus: true } : {})}
      {...(props['aria-label'] ? { 'aria-label': props['aria-label'] } : {})}
    >
      <FieldFrame {...{ label, hint, note, description, errorMessage, isRequired }} {...touch}>
        <div className={classNames(control.box, control.code)}>
          {/* Two pickers' states would fight: the popover has its own context, fed from the value. */}
          <ColorPicker
            value={color ?? parseColor('#ffffff')}
            onChange={(next) => onChange(hexOf(next))}
          >
            <DialogTrigger>
              <Button
                aria-label="Choose colour"
                isDisabled={isDisabled || (props.isReadOnly ?? false)}
                className={styles.trigger ?? ''}
              >
                {color ? (
                  <ColorSwatch color={color} className={styles.swatch ?? ''} />
                ) : (
                  <span className={classNames(styles.swatch, styles.none)} />
                )}
              </Button>
              <SwatchPicker swatches={swatches} />
            </DialogTrigger>
          </ColorPicker>
          <Input placeholder="#rrggbb" className={classNames(control.input, styles.input)} />
        </div>
      </FieldFrame>
    </AriaColorField>
  )
}
