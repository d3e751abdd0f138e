"""What models were seen to make of ``qwen`` alone.

``tags`` are slips in a call that stays one of this format, ``forms`` calls in a form that other formats or
older models have, ``values`` what stands in parameters, and which parameters there are.
"""

from __future__ import annotations

from harness.generate.damage.qwen import forms, tags, values

DRIFTS = (
    ("joined-blocks", tags.joined_blocks),
    ("no-parameter-closer", tags.no_parameter_closer),
    ("no-function-closer", tags.no_function_closer),
    ("doubled-parameter-closer", tags.doubled_parameter_closer),
    ("unended-key", tags.unended_key),
    ("glued-value", tags.glued_value),
    ("hybrid-closer", tags.hybrid_closer),
    ("no-name", tags.no_name),
    ("name-element", tags.name_element),
    ("no-bracket", tags.no_bracket),
    ("bare-name", tags.bare_name),
    ("begun-twice", tags.begun_twice),
    ("invocation", forms.invocation),
    ("tool-tag", forms.tool_tag),
    *(("key-tags", forms.key_tags),) * 2,
    ("bare-code", forms.bare_code),
    ("json-call", forms.json_call),
    ("json-head", forms.json_head),
    ("calling-tool", forms.calling_tool),
    ("framing", values.framing),
    ("python-word", values.python_word),
    ("whole-float", values.whole_float),
    ("bracket-more", values.bracket_more),
    ("encoded-twice", values.encoded_twice),
    *(("parameter-order", values.parameter_order),) * 3,
    ("repeated-parameter", values.repeated_parameter),
)
"""Each by its name, as often as it is drawn: oftener what finds its place in few texts."""
