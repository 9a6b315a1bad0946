"""Shutbox: start-up and nothing else. Run ``streamlit run app.py``.

Streamlit runs this file once as a server, which finds ``app`` by reading the source, and then
once for every run of a page.
"""

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from shutbox.ui import frame, server

if get_script_run_ctx(suppress_warning=True) is None:
    server.prepare()
    app = st.App(__file__, middleware=server.MIDDLEWARE, on_script_error=frame.show_error)
else:
    frame.run_page()
