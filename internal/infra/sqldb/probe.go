package sqldb

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// Probe says what is wrong with a table's list of columns: a column that the
// schema lacks or has with another type, a field that two columns hold, a
// column that holds the field another is named for, a row that is not read as
// it was stored. It works in a copy of the table that has no rows and no
// constraints. It is for tests; dbtest.Tables calls it.
func (t *Table[T]) Probe(tx *Tx) error {
	first, err1 := t.sample(1)
	second, err2 := t.sample(2)
	stored := []T{*new(T), first, second}
	if err := errors.Join(t.fieldsHeldTwice(), t.fieldsExchanged(), err1, err2); err != nil {
		return err
	}
	duplicate := *t
	duplicate.name = "probe_" + t.name
	if _, err := tx.Exec("CREATE TABLE " + duplicate.name + " AS SELECT " + t.Names() + " FROM " + t.name + " WHERE 1 = 0"); err != nil {
		return err
	}
	insert := duplicate.Insert()
	for i := range stored {
		insert.Add(tx, stored[i])
		read, _, err := Find(tx, duplicate.Scan, duplicate.Select(""))
		if err != nil {
			return err
		}
		// A zero map is stored as a text and read as one that is not nil.
		if i > 0 && !reflect.DeepEqual(read, stored[i]) {
			return fmt.Errorf("%s: stored %+v, read %+v", t.name, stored[i], read)
		}
		if _, err := tx.Exec("DELETE FROM " + duplicate.name); err != nil {
			return err
		}
	}
	_, err := tx.Exec("DROP TABLE " + duplicate.name)
	return err
}

// sample is a value whose columns all differ, and from those of another number.
func (t *Table[T]) sample(number int64) (v T, err error) {
	for i := range t.columns {
		// The fields are asked for anew, as what NULL stands for depends on them.
		var c Columns
		t.list(&c, &v)
		err = errors.Join(err, sampleOf(inner(c.fields[i]), t.columns[i], number*1000+int64(i)))
	}
	return v, err
}

func sampleOf(field any, of column, n int64) error {
	if held, isCoded := field.(coded); isCoded {
		for _, text := range []string{fmt.Sprintf(`{"sample":"%d"}`, n), `{}`, fmt.Sprintf(`[%d]`, n), `[{}]`, `[]`, fmt.Sprintf(`"%d"`, n), fmt.Sprint(n),
			fmt.Sprintf("0x%040x", n), fmt.Sprintf("0x%064x", n)} {
			if held.read(text) == nil {
				return nil
			}
		}
		return fmt.Errorf("the column %s reads no sample", of.name)
	}
	if of.isInteger {
		if err := assign(field, value{isInt: true, integer: n}); err != nil {
			// A narrow field takes few numbers.
			return assign(field, value{isInt: true, integer: n % 100})
		}
		return nil
	}
	return assign(field, value{text: fmt.Sprintf("%s %d", of.name, n)})
}

// inner is the field behind what says when it is NULL.
func inner(field any) any {
	if held, isNullable := field.(nullable); isNullable {
		return inner(held.field)
	}
	return field
}

// pointer is the field itself.
func pointer(field any) any {
	if held, isCoded := inner(field).(coded); isCoded {
		return held.field
	}
	return inner(field)
}

func (t *Table[T]) fields(v *T) []any {
	var c Columns
	t.list(&c, v)
	for i, field := range c.fields {
		c.fields[i] = pointer(field)
	}
	return c.fields
}

func (t *Table[T]) fieldsHeldTwice() error {
	holds := make(map[uintptr]string)
	for i, field := range t.fields(new(T)) {
		at := reflect.ValueOf(field).Pointer()
		if other, isHeld := holds[at]; isHeld {
			return fmt.Errorf("%s: the columns %s and %s hold one field", t.name, other, t.columns[i].name)
		}
		holds[at] = t.columns[i].name
	}
	return nil
}

// fieldsExchanged compares columns with their fields' names: a column must not
// hold the field that another column is named for.
func (t *Table[T]) fieldsExchanged() error {
	v := new(T)
	names := make(map[uintptr]string)
	nameFields(reflect.ValueOf(v).Elem(), names)
	columnOf := make(map[string]string)
	for _, c := range t.columns {
		columnOf[strings.ReplaceAll(c.name, "_", "")] = c.name
	}
	for i, field := range t.fields(v) {
		name := names[reflect.ValueOf(field).Pointer()]
		if other, isNamed := columnOf[name]; isNamed && other != t.columns[i].name {
			return fmt.Errorf("%s: the column %s holds the field of %s", t.name, t.columns[i].name, other)
		}
	}
	return nil
}

// nameFields gathers the names of a struct's fields, in small letters, by their
// places; the first field of a struct stands where the struct does and has its
// own name.
func nameFields(v reflect.Value, names map[uintptr]string) {
	for i := range v.NumField() {
		field := v.Field(i)
		names[field.UnsafeAddr()] = strings.ToLower(v.Type().Field(i).Name)
		if field.Kind() == reflect.Struct {
			nameFields(field, names)
		}
	}
}
