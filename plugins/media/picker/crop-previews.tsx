import { type Crop, type Frame, type Size, about } from './crop.ts'
import styles from './picker.module.css'

const shapes = [
  { label: 'Article, 16:9', ratio: 16 / 9 },
  { label: 'Card, 1:1', ratio: 1 },
  { label: 'Link preview, 1.91:1', ratio: 1.91 },
  { label: 'Phone, 4:5', ratio: 4 / 5 },
]

/** Shows previews for sites that crop the picture to various shapes around the focal point. */
export function CropPreviews({ src, size, crop }: { src: string; size: Size; crop: Crop }) {
  return (
    <section className={styles.section} aria-label="How it will look">
      <h4>How it will look</h4>
      <div className={styles.previews}>
        {shapes.map(({ label, ratio }) => (
          <figure key={label} style={{ flexGrow: ratio, flexBasis: `${ratio * 88}px` }}>
            <Part src={src} size={size} part={partFor(crop, ratio)} />
            <figcaption>{label}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  )
}

/** Returns the largest part of a shape within the frame, centred on the focal point as closely as the frame allows. */
function partFor({ frame, focal }: Crop, ratio: number): Frame {
  const width = Math.min(frame.width, frame.height * ratio)
  const point = focal ?? [frame.left + frame.width / 2, frame.top + frame.height / 2]
  const [x, y] = [point[0] - frame.left, point[1] - frame.top]
  const part = about([x, y], { width, height: width / ratio }, frame)
  return { ...part, left: part.left + frame.left, top: part.top + frame.top }
}

function Part({ src, size, part }: { src: string; size: Size; part: Frame }) {
  return (
    <div className={styles.preview} style={{ aspectRatio: `${part.width} / ${part.height}` }}>
      <img
        src={src}
        alt=""
        style={{
          width: `${(size.width / part.width) * 100}%`,
          left: `${(-part.left / part.width) * 100}%`,
          top: `${(-part.top / part.height) * 100}%`,
        }}
      />
    </div>
  )
}
