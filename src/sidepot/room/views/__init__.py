"""Views for each viewer: table views, sentences and hand histories.

All of it is made from `Hand.record` and `Hand.events`, which conceal, so a card that a viewer may
not know is not there to be leaked. `table_view` builds the message for each viewer after
an append, with the JSON of `encode` and the sentences of `narration` and `sentences`;
`hand_history` writes the `.phh` of a hand that is over; `catalogue` lists the games.
"""
