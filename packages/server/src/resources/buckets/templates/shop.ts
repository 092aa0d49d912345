import type { Template } from './template.ts'

/** Products with variants in collections, customer reviews, and the terms of the shop. */
export const shop: Template = [
  {
    title: 'Products',
    slug: 'products',
    singular: 'Product',
    emoji: '🛍️',
    options: { searchable: ['sku'], subtitle: 'sku' },
    metafields: [
      {
        key: 'sku',
        title: 'Article number',
        type: 'text',
        required: true,
        unique: true,
        regex: '^[A-Z0-9-]{3,20}$',
        regex_message: 'Capital letters, digits and hyphens, 3 to 20 of them.',
      },
      { key: 'price', title: 'Price', type: 'number', required: true, min: 0 },
      {
        key: 'on_sale',
        title: 'On sale',
        type: 'switch',
        value: false,
      },
      {
        key: 'sale_price',
        title: 'Sale price',
        type: 'number',
        min: 0,
        show_when: { key: 'on_sale', op: 'eq', value: true },
      },
      {
        key: 'availability',
        title: 'Availability',
        type: 'select',
        required: true,
        value: 'In stock',
        options: [{ value: 'In stock' }, { value: 'On order' }, { value: 'Sold out' }],
      },
      { key: 'description', title: 'Description', type: 'rich-text' },
      { key: 'images', title: 'Images', type: 'files', media_validation_type: 'image' },
      { key: 'collections', title: 'Collections', type: 'objects', object_type: 'collections' },
      {
        key: 'variants',
        title: 'Variants',
        type: 'repeater',
        repeater_fields: [
          { key: 'name', title: 'Name', type: 'text', required: true },
          { key: 'colour', title: 'Colour', type: 'color' },
          { key: 'stock', title: 'In stock', type: 'number', min: 0 },
        ],
      },
      {
        key: 'shipping',
        title: 'Shipping',
        type: 'parent',
        children: [
          { key: 'weight', title: 'Weight in grams', type: 'number', min: 0 },
          { key: 'bulky', title: 'Bulky goods', type: 'switch', value: false },
        ],
      },
    ],
  },
  {
    title: 'Collections',
    slug: 'collections',
    singular: 'Collection',
    emoji: '🗂️',
    metafields: [
      { key: 'intro', title: 'Introduction', type: 'textarea', maxlength: 500 },
      { key: 'cover', title: 'Cover', type: 'file', media_validation_type: 'image' },
    ],
  },
  {
    title: 'Reviews',
    slug: 'reviews',
    singular: 'Review',
    emoji: '⭐',
    options: { searchable: ['customer', 'product'], subtitle: 'product' },
    metafields: [
      { key: 'product', title: 'Product', type: 'object', object_type: 'products', required: true },
      {
        key: 'rating',
        title: 'Rating',
        type: 'radio-buttons',
        required: true,
        options: ['5', '4', '3', '2', '1'].map((value) => ({ value })),
      },
      { key: 'text', title: 'Text', type: 'textarea', required: true },
      { key: 'customer', title: 'Customer', type: 'text' },
      { key: 'written_on', title: 'Written on', type: 'date' },
    ],
  },
  {
    title: 'Shop settings',
    slug: 'shop-settings',
    singular: 'Shop settings',
    emoji: '⚙️',
    singleton: true,
    metafields: [
      {
        key: 'currency',
        title: 'Currency',
        type: 'select-dropdown',
        value: 'EUR',
        options: [
          { key: 'EUR', value: 'Euro' },
          { key: 'USD', value: 'US dollar' },
          { key: 'GBP', value: 'Pound sterling' },
          { key: 'CHF', value: 'Swiss franc' },
        ],
      },
      {
        key: 'payment',
        title: 'Ways to pay',
        type: 'check-boxes',
        options: [{ value: 'Card' }, { value: 'Invoice' }, { value: 'Bank transfer' }],
      },
      { key: 'terms', title: 'Terms and conditions', type: 'markdown' },
    ],
  },
]
