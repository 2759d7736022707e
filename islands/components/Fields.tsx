import { useState } from 'react';
import { type Cents, cents } from '../../server/contract/money';
import { CentsField } from '../forms/cents-field';
import { CheckField, RadioCards } from '../forms/choice-field';
import { SelectField, TextField } from '../forms/field';
import { ImageUpload } from '../forms/image-upload';
import { MoneyField, QuantityField } from '../forms/number-fields';
import { PasswordField } from '../forms/password-field';
import { SearchField } from '../forms/search-field';
import { TextArea } from '../forms/text-area';
import { Section } from './Section';

const categories = ['Apparel', 'Beauty', 'Consumables', 'Footwear', 'Home', 'Pet', 'Toys'].map((label) => ({
  value: label.toLowerCase(),
  label,
}));

export const Fields = () => (
  <Section title="Fields">
    <TextFields />
    <Choices />
    <Uploads />
  </Section>
);

function TextFields() {
  const [text, setText] = useState('');
  const [query, setQuery] = useState('candle');
  return (
    <>
      <SearchField label="Search products" value={query} onSearch={setQuery} />
      <div className="cols two">
        <TextField label="Email" name="email" type="email" value={text} onChange={setText} />
        <TextField
          label="Email"
          name="email"
          value="anna@"
          onChange={setText}
          error="Please enter a valid email address"
        />
        <TextField
          label="Style number"
          name="style_number"
          value=""
          onChange={setText}
          optional
          hint="As printed on the tag"
        />
        <TextField label="Company" name="buyer_name" value="Harbor Goods" onChange={setText} disabled />
        <TextField label="Length" name="length" value="12" onChange={setText} after="in" />
        <PasswordField
          label="Password"
          name="password"
          value="correct horse"
          onChange={setText}
          autoComplete="new-password"
        />
        <SelectFields />
        <NumberFields />
      </div>
      <TextArea label="Description" name="description" value={text} onChange={setText} most={550} />
    </>
  );
}

const SelectFields = () => (
  <>
    <SelectField
      label="Category"
      name="category"
      value=""
      onChange={() => {}}
      options={categories}
      placeholder="Choose a category"
    />
    <SelectField
      label="Category"
      name="category"
      value="home"
      onChange={() => {}}
      options={categories}
      error="Invalid category"
    />
  </>
);

function NumberFields() {
  const [price, setPrice] = useState<Cents | null>(cents(450));
  const [counter, setCounter] = useState<Cents | null>(cents(123456));
  const [units, setUnits] = useState('9000000000000000000');
  return (
    <>
      <MoneyField label="Unit price" name="unit_price" cents={price} onCents={setPrice} />
      <CentsField
        label="Your counter"
        name="counter"
        cents={counter}
        onCents={setCounter}
        error="Above seller offer"
      />
      <QuantityField label="Quantity" name="quantity" value={units} onValue={setUnits} />
      <QuantityField
        label="Cases"
        name="cases"
        value="24"
        onValue={setUnits}
        steps
        step="12"
        error="36 min"
      />
    </>
  );
}

function Choices() {
  const [checked, setChecked] = useState(true);
  const [side, setSide] = useState('buy');
  return (
    <>
      <div className="row">
        <CheckField label="For buyers" name="buyer" checked={checked} onChange={setChecked} />
        <CheckField
          label="For sellers"
          name="seller"
          checked={false}
          onChange={setChecked}
          error="Required"
        />
        <CheckField
          label="Store connection"
          name="shopify"
          checked={checked}
          onChange={setChecked}
          asSwitch
        />
      </div>
      <RadioCards
        legend="What brings you here?"
        name="side"
        value={side}
        onChange={setSide}
        options={[
          { value: 'buy', label: 'Buy', hint: 'Stock my shelves', icon: 'cart' },
          { value: 'sell', label: 'Sell', hint: 'Turn surplus into cash', icon: 'tag' },
        ]}
      />
    </>
  );
}

const Uploads = () => (
  <div className="cols two">
    <ImageUpload label="Logo" name="logo" preview={null} onFile={() => {}} hint="512 × 512" shape="square" />
    <ImageUpload
      label="Cover banner"
      name="banner"
      preview="/brand/share.png"
      onFile={() => {}}
      onRemove={() => {}}
      shape="banner"
      error="Max file size: 35 MB"
    />
  </div>
);
